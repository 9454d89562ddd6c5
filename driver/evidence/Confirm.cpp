// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Confirm.h"

#include "evidence/DecisionPairs.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <optional>

namespace coverme {
namespace {

class FunctionConfirmation {
public:
  FunctionConfirmation(const Program &program,
                       const std::vector<OutcomeLines> &outcomeLines,
                       const Function &function, const BuildView &replayBuild,
                       const BuildView &clangBuild,
                       const std::vector<ReplayedTest> &tests,
                       const BranchSet &proved)
      : proved(proved), program(program), outcomeLines(outcomeLines),
        function(function), compiler(replayBuild.compiler), tests(tests),
        hasClang(clangBuild.notes != nullptr),
        isOfClang(hasClang && clangBuild.notes == replayBuild.notes),
        pairs(program, outcomeLines, function, tests, proved,
              flowOf(replayBuild, function, tests, &ReplayedTest::replay),
              isOfClang),
        replay(pairs.flow()),
        clang(flowOf(clangBuild, function, tests, &ReplayedTest::clang)) {
    if (clang.function != nullptr)
      alignClang();
    if (replay.function != nullptr)
      placeCases();
  }

  // Adds to `result`, whose tests are there.
  void confirm(Confirmation &result) {
    for (const uint32_t site : pairs.sites())
      for (const bool outcome : {false, true}) {
        const BranchId branch = branchOf(site, outcome);
        std::string doubt;
        bool isConfirmed = false;
        for (size_t test = 0; test < tests.size(); ++test) {
          if (!tests[test].claims.contains(branch))
            continue;
          const std::string why = whyNot(branch, test, result.wantsClang);
          if (why.empty()) {
            result.confirmed[test].insert(branch);
            isConfirmed = true;
          } else if (doubt.empty())
            doubt = why;
        }
        if (isConfirmed || doubt.empty())
          continue;
        result.doubts[branch] = doubt;
        // Then it may be the way that is proved to be none.
        const BranchId other = branchOf(site, !outcome);
        const unsigned line = program.sites[site].line;
        if (proved.contains(other) && doubt == takesAnotherWay(line))
          result.questioned.emplace(
              other,
              fmt::format("{}:{}: the build of {} takes another way than "
                          "the only one that is not proved infeasible",
                          function.file.filename().string(), line, compiler));
      }
  }

  // Adds those of `proved` that were taken.
  void refute(Confirmation &result) const {
    for (const uint32_t site : pairs.sites()) {
      // Where others are beside it, it may be another than ours: gcc makes &&
      // and || of conditional expressions, and has the decisions of a long
      // condition on lines of one another.
      if (!pairs.isAlone(site))
        continue;
      // More outcomes than can be: whichever is which.
      size_t taken = 0, possible = 0;
      for (const Signature &signature : pairs.of(site)->taken)
        taken += isEver(signature);
      for (const bool outcome : {false, true})
        possible += !proved.contains(branchOf(site, outcome));
      if (taken <= possible)
        continue;
      for (const bool outcome : {false, true})
        if (const BranchId branch = branchOf(site, outcome);
            proved.contains(branch)) {
          // Else it may be another decision, and ours one that gcc leaves out.
          const bool isSure = pairs.matchOf(site, outcome).isSure;
          (isSure ? result.refuted : result.questioned)
              .emplace(
                  branch,
                  fmt::format("{}:{}: the build of {} took {} of the outcomes "
                              "here, and all but {} are proved infeasible",
                              function.file.filename().string(),
                              program.sites[site].line, compiler, taken,
                              possible));
        }
    }
    for (const uint32_t site : pairs.sites())
      for (const bool outcome : {false, true}) {
        if (proved.contains(branchOf(site, outcome)) &&
            isTakenFor(site, outcome))
          result.refuted.emplace(
              branchOf(site, outcome),
              fmt::format("{}:{}:{}: a coverage build took the {} outcome, "
                          "which is proved infeasible",
                          function.file.filename().string(),
                          program.sites[site].line, program.sites[site].column,
                          outcome));
      }
  }

private:
  struct Place {
    const FlowDecision *decision = nullptr;
    const FlowTarget *target = nullptr; // of a case of a switch with several
  };
  // Which cases of a switch, by their order, ways of the replay's are.
  struct Ways {
    struct Cases {
      size_t first, last;
    };
    std::map<const FlowTarget *, Cases> cases;
    bool isWhole = false; // are all cases there? Then another is the default
  };
  struct CasePlace {
    Place way;
    const Ways *ways;
    size_t index; // of the case
  };

  // Sites stand in the order of the code that clang has made, as its notes do;
  // the cases of a switch are one decision. Selects are no decisions there, nor
  // are last operands of && and || whose value is not branched on.
  void alignClang() {
    std::vector<std::vector<uint32_t>> items;
    for (const uint32_t number : pairs.sites()) {
      const Site &site = program.sites[number];
      if (site.kind == SiteKind::Select || outcomeLines[number].isOfValue)
        continue;
      const bool goesOn =
          site.kind == SiteKind::Case && !items.empty() &&
          program.sites[items.back()[0]].kind == SiteKind::Case &&
          program.sites[items.back()[0]].line == site.line &&
          program.sites[items.back()[0]].column == site.column;
      if (goesOn)
        items.back().push_back(number);
      else
        items.push_back({number});
    }
    const auto fits = [&](const std::vector<uint32_t> &item,
                          const FlowDecision &decision) {
      return program.sites[item[0]].kind == SiteKind::Case
                 ? decision.targets.size() == item.size() + 1
                 : decision.targets.size() == 2;
    };
    std::vector<const FlowDecision *> all;
    for (const FlowDecision &decision : clang.function->decisions)
      all.push_back(&decision);
    if (alignItems(items, all, fits, false))
      return;
    std::vector<unsigned> ours, theirs;
    for (const auto &item : items)
      ours.push_back(program.sites[item[0]].line);
    for (const FlowDecision *decision : all)
      theirs.push_back(decision->line);
    for (const Cluster &cluster : clustersOf(ours, theirs)) {
      std::vector<std::vector<uint32_t>> some;
      std::vector<const FlowDecision *> order;
      for (const size_t i : cluster.ours)
        some.push_back(items[i]);
      for (const size_t i : cluster.theirs)
        order.push_back(all[i]);
      // As many on some lines may be others: the notes have a decision on the
      // last line of its condition.
      alignItems(some, order, fits, true);
    }
  }

  template <class Fits>
  bool alignItems(const std::vector<std::vector<uint32_t>> &items,
                  const std::vector<const FlowDecision *> &some,
                  const Fits &fits, bool mayBeOthers) {
    if (items.size() != some.size())
      return false;
    for (size_t i = 0; i < items.size(); ++i)
      if (!fits(items[i], *some[i]) ||
          isOther(items[i][0], *some[i], mayBeOthers))
        return false;
    for (size_t i = 0; i < items.size(); ++i) {
      if (outcomeLines[items[i][0]].isOfWhole)
        continue; // what the whole is tells little of it
      if (some[i]->targets.size() == 2)
        inClang[items[i][0]] = {some[i], nullptr};
      else
        alignSwitch(items[i], *some[i]);
    }
    return true;
  }

  // Is the decision another one than the site's, as many as they are? The notes
  // have one for a condition that is constant, too (`sizeof(x) == 4 ? a : b`).
  // Tests do not take what they claim of the site, or, `ifMore`, take what they
  // do not claim.
  bool isOther(uint32_t site, const FlowDecision &decision, bool ifMore) const {
    if (decision.targets.size() != 2 || outcomeLines[site].isOfWhole)
      return false;
    for (const bool outcome : {false, true}) {
      const FlowTarget *target = pairs.inOrder(site, outcome, decision);
      for (size_t test = 0; test < tests.size(); ++test) {
        const bool isClaimed =
            tests[test].claims.contains(branchOf(site, outcome));
        if (isClaimed != clang.took(test, *target) &&
            (isClaimed || (ifMore && tests[test].clang.isWhole)))
          return true;
      }
    }
    return false;
  }

  // The blocks of cases stand in the order of the cases, and the default's
  // anywhere among them: where the lines say.
  void alignSwitch(const std::vector<uint32_t> &cases,
                   const FlowDecision &decision) {
    std::vector<const FlowTarget *> sorted;
    for (const FlowTarget &target : decision.targets)
      sorted.push_back(&target);
    // Of one block, in the order of the notes.
    std::sort(sorted.begin(), sorted.end(),
              [](const FlowTarget *a, const FlowTarget *b) {
                return a->block != b->block ? a->block < b->block : a < b;
              });
    for (size_t fallback = sorted.size(); fallback-- > 0;) {
      std::vector<const FlowTarget *> targets = sorted;
      targets.erase(targets.begin() + static_cast<ptrdiff_t>(fallback));
      bool fits =
          sorted[fallback]->line == outcomeLines[cases.back()].lines[false];
      for (size_t i = 0; i < cases.size() && fits; ++i)
        fits = targets[i]->line == outcomeLines[cases[i]].lines[true];
      if (!fits)
        continue;
      for (size_t i = 0; i < cases.size(); ++i)
        inClang[cases[i]] = {&decision, targets[i]};
      return;
    }
  }

  // What a proof decides, the compiler may have decided, too: did its build go
  // where the outcome goes on?
  bool isForced(uint32_t site, bool outcome, size_t test) const {
    const unsigned line = lineBeyond(site, outcome);
    return proved.contains(branchOf(site, !outcome)) && line != 0 &&
           replay.ran(test, line);
  }

  // Where the outcome goes on, if not on the line of the site; 0: nowhere else.
  unsigned lineBeyond(uint32_t site, bool outcome) const {
    const unsigned line = outcomeLines[site].lines[outcome];
    return line != program.sites[site].line ? line : 0;
  }

  // Has what follows the way code of the line?
  bool isOnLine(const FlowTarget &target, unsigned line) const {
    const auto &lines = replay.function->blockLines[target.block];
    return std::ranges::find(lines, line) != lines.end();
  }

  // The comparisons of a case of many values have no line of their own: did a
  // switch of the replay's compiler go where the outcome goes on?
  bool switchLedTo(uint32_t site, bool outcome, size_t test) const {
    const unsigned line = lineBeyond(site, outcome);
    return line != 0 &&
           std::ranges::any_of(
               replay.function->decisions, [&](const FlowDecision &decision) {
                 return decision.targets.size() > 2 &&
                        std::ranges::any_of(takenOf(decision, test),
                                            [&](const FlowTarget *target) {
                                              return isOnLine(*target, line);
                                            });
               });
  }

  // Where cases go on at a line that no other way of their switch goes on at,
  // the replay's compiler has a way there, too.
  void placeCases() {
    std::map<std::pair<unsigned, unsigned>, std::vector<uint32_t>> bySwitch;
    for (const uint32_t number : pairs.sites())
      if (const Site &site = program.sites[number]; !pairs.isPlain(number))
        bySwitch[{site.line, site.column}].push_back(number);
    for (const auto &[place, cases] : bySwitch) {
      const unsigned fallback = outcomeLines[cases.back()].lines[false];
      if (fallback == 0)
        continue;
      std::map<unsigned, std::vector<size_t>> byLine;
      for (size_t i = 0; i < cases.size(); ++i)
        byLine[lineBeyond(cases[i], true)].push_back(i);
      auto &ways = switches.emplace_back();
      size_t placed = 0;
      for (const auto &[line, indices] : byLine)
        if (const Place way = line != 0 && line != fallback
                                  ? wayTo(place.first, line, cases.size())
                                  : Place();
            way.target != nullptr) {
          ways.cases[way.target] = {indices.front(), indices.back()};
          placed += indices.size();
          for (const size_t i : indices)
            inReplay[cases[i]] = {way, &ways, i};
        }
      ways.isWhole = placed == cases.size();
    }
  }

  // The only way to a line that the replay's compiler has in a switch of so
  // many cases. All of several may be one way to it. gcc has a switch that
  // stands behind another statement on that one's line.
  Place wayTo(unsigned lineOfSwitch, unsigned line, size_t cases) const {
    const bool isThere = decidesOn(lineOfSwitch);
    const size_t fewest = isThere && cases > 1 ? 2 : 3;
    Place place;
    for (const FlowDecision &decision : replay.function->decisions)
      if (decision.targets.size() >= fewest &&
          (isThere ? decision.line == lineOfSwitch
                   : decision.line < lineOfSwitch))
        for (const FlowTarget &target : decision.targets)
          if (isOnLine(target, line)) {
            if (place.target != nullptr)
              return {};
            place = {&decision, &target};
          }
    return place;
  }

  // Did the replay's build take the outcome of a case? Nullopt when lines do
  // not tell. The false one of a case is taken where a later one is asked, or
  // the default. `surely`: even if that build may have had another value, so
  // that a way tells nothing that is also that of cases on the other side.
  std::optional<bool> switchTook(uint32_t site, bool outcome, size_t test,
                                 bool surely) const {
    const auto found = inReplay.find(site);
    if (found == inReplay.end())
      return std::nullopt;
    const auto &[way, ways, index] = found->second;
    const auto isOutcome = [&, &way = way, &ways = ways,
                            index = index](const FlowTarget &target) {
      const auto cases = ways->cases.find(&target);
      if (cases == ways->cases.end()) // the default, or nobody knows
        return !outcome && (ways->isWhole || !surely);
      const auto &[first, last] = cases->second;
      return outcome ? &target == way.target && (!surely || first == last)
                     : (surely ? first : last) > index;
    };
    return std::ranges::any_of(
        takenOf(*way.decision, test),
        [&](const FlowTarget *target) { return isOutcome(*target); });
  }

  // The ways of the replay's decision that the test took: of the hundreds that
  // a switch may have, few.
  const std::vector<const FlowTarget *> &takenOf(const FlowDecision &decision,
                                                 size_t test) const {
    const auto [known, isNew] = takenWays.try_emplace({&decision, test});
    if (isNew)
      for (const FlowTarget &target : decision.targets)
        if (replay.took(test, target))
          known->second.push_back(&target);
    return known->second;
  }

  // Did clang's build take the outcome? Nullopt when its notes do not tell.
  std::optional<bool> clangTook(uint32_t site, bool outcome,
                                size_t test) const {
    const auto found = inClang.find(site);
    if (found == inClang.end())
      return std::nullopt;
    const auto &[decision, target] = found->second;
    if (target == nullptr)
      return clang.took(test, *pairs.inOrder(site, outcome, *decision));
    // Cases may share a block.
    const auto leadsThere = [&, there = target->block](const FlowTarget &each) {
      return each.block == there;
    };
    const bool isShared =
        std::count_if(decision->targets.begin(), decision->targets.end(),
                      leadsThere) > 1;
    return std::any_of(decision->targets.begin(), decision->targets.end(),
                       [&](const FlowTarget &each) {
                         return clang.took(test, each) &&
                                (leadsThere(each) == outcome ||
                                 (!outcome && isShared));
                       });
  }

  // Has the replay's compiler, on the lines of the site, decisions that are as
  // many as ours and others? It leaves out what a proof decides, and makes
  // c || m > 7 of (c ? 10 : m) > 7. It does where tests take them otherwise
  // than ours, and all else agrees.
  bool isOfOtherCode(uint32_t site, bool outcome) const {
    return !pairs.isConsistent(site) &&
           (pairs.mayBeFolded(site) ||
            (proved.contains(branchOf(site, !outcome)) &&
             !pairs.matchOf(site, outcome).isSure));
  }

  // On the line, do the tests claim more outcomes than they took of the
  // replay's compiler, and may have taken of decisions that it does without?
  // Then it has not taken all of these, whichever is which.
  bool takesFewer(unsigned line) {
    const auto [known, isNew] = fewer.try_emplace(line, false);
    if (!isNew)
      return known->second;
    std::vector<size_t> whole;
    for (size_t test = 0; test < tests.size(); ++test)
      if (tests[test].replay.isWhole && !replay.taken[test].arcs.empty())
        whole.push_back(test);
    const auto isSome = [&](const auto &holds) {
      return std::any_of(whole.begin(), whole.end(), holds);
    };
    size_t ours = 0, claimed = 0, theirs = 0, taken = 0;
    for (const BranchId branch : waysOn(line)) {
      ++ours;
      claimed += isSome(
          [&](size_t test) { return tests[test].claims.contains(branch); });
    }
    for (const FlowDecision &decision : replay.function->decisions) {
      if (decision.line != line)
        continue;
      theirs += decision.targets.size();
      for (const FlowTarget &target : decision.targets)
        taken += isSome([&](size_t test) { return replay.took(test, target); });
    }
    return known->second = claimed > taken + ours - std::min(ours, theirs);
  }

  // The outcomes on the line. Of the cases of a switch, one that is not taken
  // is no way but for the last one's.
  std::vector<BranchId> waysOn(unsigned line) const {
    std::vector<BranchId> ways;
    const Site *before = nullptr;
    for (const uint32_t number : pairs.sites()) {
      const Site &site = program.sites[number];
      if (site.line != line)
        continue;
      if (site.kind == SiteKind::Case && before != nullptr &&
          before->kind == SiteKind::Case && before->column == site.column)
        ways.pop_back();
      ways.push_back(branchOf(number, true));
      ways.push_back(branchOf(number, false));
      before = &site;
    }
    return ways;
  }

  // Has the replay's compiler run the site, as far as lines tell? Of an outcome
  // that goes on at a line of its own, it has to have run that one, too. A call
  // that ends there alone may have done so on the line, ahead of the site.
  bool isRunElsewhere(uint32_t site, bool outcome, size_t test) {
    const bool isWhole =
        tests[test].replay.isWhole || tests[test].difference.empty();
    const unsigned line = program.sites[site].line;
    const unsigned beyond = lineBeyond(site, outcome);
    return pairs.matchOf(site, outcome).isSure && beyond != 0
               ? replay.ran(test, beyond)
               : (isWhole && pairs.hasRun(test, line) && !takesFewer(line)) ||
                     switchLedTo(site, outcome, test) ||
                     isForced(site, outcome, test);
  }

  // May the replay's compiler read the code otherwise than clang, and no result
  // would tell?
  bool mayReadOtherwise() const {
    return (function.flags & COVERME_FUNCTION_MayMeanOther) != 0 &&
           (function.result.kind == ScalarKind::Void ||
            function.result.kind == ScalarKind::Unsupported) &&
           !pairs.areTelling();
  }

  // Has the replay's compiler any decision on the line?
  bool decidesOn(unsigned line) const {
    return std::ranges::any_of(
        replay.function->decisions,
        [&](const FlowDecision &decision) { return decision.line == line; });
  }

  // Do lines tell that the replay's build took the outcome?
  bool isToldByLines(uint32_t site, bool outcome, size_t test) {
    const unsigned beyond = lineBeyond(site, outcome);
    return (pairs.matchOf(site, outcome).isSure && beyond != 0 &&
            replay.ran(test, beyond)) ||
           switchLedTo(site, outcome, test) || isForced(site, outcome, test);
  }

  // Did the replay's build take the outcome, whatever another test has done?
  // Lines tell, or the only decision that there is, of which each side is
  // taken, as the order of blocks has it.
  bool isSureFor(uint32_t site, bool outcome, size_t test) const {
    if (isOfClang)
      return true;
    if (switchTook(site, outcome, test, true).value_or(false))
      return true;
    const Match match = pairs.matchOf(site, outcome);
    if (match.target == nullptr || !replay.took(test, *match.target))
      return false;
    return match.isSure || (pairs.isAlone(site) && isTakenAsSaid(site));
  }

  bool isTakenAsSaid(uint32_t site) const {
    const FlowDecision &decision = *pairs.of(site)->decision;
    return std::ranges::all_of(std::array{false, true}, [&](bool outcome) {
      const Signature taken =
          pairs.signatureOf(*pairs.matchIn(decision, site, outcome).target);
      return isEver(taken) && taken == pairs.claimsOf(site)[outcome];
    });
  }

  bool tookAny(const FlowDecision &decision, size_t test) const {
    return std::any_of(
        decision.targets.begin(), decision.targets.end(),
        [&](const FlowTarget &target) { return replay.took(test, target); });
  }

  // May clang leave the site out, and have another on its line that is ours by
  // number only? What a constant keeps all calls from (`1000 < 4 ? x == 7 :
  // y > 1000`) is no code of its coverage build.
  bool isElsewhereInClang(uint32_t site) const {
    return proved.contains(branchOf(site, false)) &&
           proved.contains(branchOf(site, true)) &&
           std::ranges::any_of(pairs.sites(), [&](uint32_t other) {
             return other != site &&
                    program.sites[other].line == program.sites[site].line;
           });
  }

  bool isTakenFor(uint32_t site, bool outcome) const {
    const Match match = pairs.matchOf(site, outcome);
    if (match.isSure && pairs.isConsistent(site) &&
        isEver(pairs.signatureOf(*match.target)))
      return true;
    // A case is not asked when one ahead of it is taken, and not told apart
    // from one that goes to the same block.
    if (!pairs.isPlain(site) || isElsewhereInClang(site))
      return false;
    for (size_t test = 0; test < tests.size(); ++test)
      if (clangTook(site, outcome, test).value_or(false))
        return true;
    return false;
  }

  std::string takesAnotherWay(unsigned line) const {
    return fmt::format("seen under clang only: compiled by {}, line {} takes "
                       "another way",
                       compiler, line);
  }

  // Why the test's claim is not confirmed; empty if it is.
  std::string whyNot(BranchId branch, size_t test, BranchSet &wantsClang) {
    std::string why = whyUnseen(branch, test, wantsClang);
    if (why.empty() && !pairs.areAlike() &&
        !isSureFor(siteOf(branch), outcomeOf(branch), test))
      return fmt::format("seen under clang only: tests have other results when "
                         "compiled by {}, and nothing tells which way line {} "
                         "takes there",
                         compiler, program.sites[siteOf(branch)].line);
    return why;
  }

  // The same where the results of both builds are alike.
  std::string whyUnseen(BranchId branch, size_t test, BranchSet &wantsClang) {
    const uint32_t site = siteOf(branch);
    const bool outcome = outcomeOf(branch);
    const unsigned line = program.sites[site].line;
    const TestTrace &trace = tests[test].replay;
    if (!trace.hasRun)
      return fmt::format("what it takes when compiled by {} could not be seen: "
                         "the program that runs the tests ended, or its time",
                         compiler);
    if (!tests[test].endsAlike)
      return fmt::format("the call that takes it ends otherwise: it {}",
                         tests[test].difference);
    if (replay.function == nullptr)
      return fmt::format("{} has not compiled '{}'", compiler, function.name);
    const std::optional<bool> isTold = switchTook(site, outcome, test, false);
    if (isTold.value_or(false))
      return "";
    if (isTold && trace.isWhole)
      return takesAnotherWay(line);
    const Pair *pair = pairs.of(site);
    const bool isSeen = pair == nullptr || isOfOtherCode(site, outcome)
                            ? isRunElsewhere(site, outcome, test)
                            : tookAny(*pair->decision, test);
    if (!isSeen) {
      if (!trace.ending.empty())
        return fmt::format("when compiled by {}, the call {}, and is not seen "
                           "on line {} before",
                           compiler, trace.ending, line);
      if (pairs.hasRun(test, line))
        return takesAnotherWay(line);
      return fmt::format("seen under clang only: line {} does not run when "
                         "compiled by {}",
                         line, compiler);
    }
    if (mayReadOtherwise() && pair == nullptr && !decidesOn(line) &&
        !isToldByLines(site, outcome, test))
      return fmt::format("seen under clang only: {} has no decision on line "
                         "{}, and may read the code in another way",
                         compiler, line);
    const bool isConsistent = pairs.isConsistent(site);
    if (trace.isWhole && pairs.hasSameCases(site))
      return "";
    if (pair != nullptr && isConsistent) {
      const Signatures &theirs = pair->taken;
      if (isEver(theirs[0]) && isEver(theirs[1])) {
        if (trace.isWhole)
          return "";
        const bool isSecond = theirs[0] != pairs.claimsOf(site)[outcome];
        if (theirs[0] != theirs[1] &&
            replay.took(test, pair->decision->targets[isSecond ? 1 : 0]))
          return "";
      }
    }
    if (pair != nullptr && !isOfOtherCode(site, outcome)) {
      const Match match = pairs.matchOf(site, outcome);
      // By the order of blocks alone, which side is which may be a guess.
      if (replay.took(test, *match.target) &&
          (match.isSure || isOfClang || (isConsistent && match.isInOrder)))
        return "";
      // Where it is, a proof shows that it has not gone the other way instead;
      // of clang's, the notes below do.
      const bool mayBeTurned =
          !match.isSure && !outcomeLines[site].areTurned.has_value() &&
          (isOfClang || proved.contains(branchOf(site, !outcome)));
      if (!isConsistent || !mayBeTurned)
        return takesAnotherWay(line);
    }
    if (!hasClang || !tests[test].clang.hasRun ||
        tests[test].clang.limit != 0) {
      if (!hasClang)
        wantsClang.insert(branch);
      return "no time was left to see what it takes when compiled by clang";
    }
    const std::optional<bool> took = clangTook(site, outcome, test);
    // Where its notes do not tell, the result does.
    if (took.value_or(clang.ran(test, line)))
      return "";
    return fmt::format("no build but the instrumented one takes it on line {}",
                       line);
  }

  const BranchSet &proved;
  const Program &program;
  const std::vector<OutcomeLines> &outcomeLines;
  const Function &function;
  std::string compiler;
  const std::vector<ReplayedTest> &tests;
  bool hasClang;
  bool isOfClang;      // the replay
  DecisionPairs pairs; // of the replay's compiler
  const Flow &replay;
  Flow clang;
  std::map<uint32_t, Place> inClang;
  std::deque<Ways> switches;
  std::map<uint32_t, CasePlace> inReplay; // of cases that have ways there
  std::map<unsigned, bool> fewer;         // by line: what takesFewer() says
  mutable std::map<std::pair<const FlowDecision *, size_t>,
                   std::vector<const FlowTarget *>>
      takenWays; // by test: what takenOf() says
};

} // namespace

bool ranLine(const BuildView &build, const Function &function,
             const TestTrace &trace, unsigned line) {
  ReplayedTest test;
  test.replay = trace;
  const Flow flow = flowOf(build, function, {test}, &ReplayedTest::replay);
  return flow.function != nullptr && flow.ran(0, line);
}

Confirmation
confirm(const Program &program, const std::vector<OutcomeLines> &outcomeLines,
        const Scope &scope, const BuildView &replay, const BuildView &clang,
        const std::vector<ReplayedTest> &tests, const BranchSet &proved) {
  assert(outcomeLines.size() == program.sites.size());
  Confirmation result;
  result.confirmed.resize(tests.size());
  for (const uint32_t index : scope.functions) {
    const Function &function = program.functions[index];
    if (function.siteCount == 0 || program.isAssumption(function.firstSite))
      continue;
    FunctionConfirmation one(program, outcomeLines, function, replay, clang,
                             tests, proved);
    one.confirm(result);
    one.refute(result);
  }
  return result;
}

} // namespace coverme

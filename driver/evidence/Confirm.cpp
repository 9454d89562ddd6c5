// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Confirm.h"

#include "evidence/ContinuedLines.h"
#include "evidence/OrderedMatch.h"
#include "evidence/Replay.h"
#include "support/Files.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace coverme {
namespace {

// In which tests an outcome was taken.
using Signature = std::vector<bool>;

bool isEver(const Signature &signature) {
  return std::find(signature.begin(), signature.end(), true) != signature.end();
}

using Signatures = std::array<Signature, 2>;

bool areSame(const Signatures &a, const Signatures &b) {
  return a == b || (a[0] == b[1] && a[1] == b[0]);
}

// A function in one build, with what each test took of it.
struct Flow {
  const FlowFunction *function = nullptr; // not compiled
  std::vector<FlowTaken> taken;           // by test; none for one that is lost

  bool ran(size_t test, unsigned line) const {
    return !taken[test].arcs.empty() && taken[test].lines.contains(line);
  }
  bool took(size_t test, const FlowTarget &target) const {
    return !taken[test].arcs.empty() && taken[test].took(target);
  }
};

std::vector<uint64_t> countersOf(const TestTrace &trace, size_t at,
                                 size_t count) {
  std::vector<uint64_t> counters(count);
  std::memcpy(counters.data(), trace.counters.data() + at,
              count * sizeof counters[0]);
  return counters;
}

Flow flowOf(const BuildView &build, const Function &function,
            const std::vector<ReplayedTest> &tests,
            TestTrace ReplayedTest::*trace) {
  Flow flow;
  flow.taken.resize(tests.size());
  if (build.notes == nullptr)
    return flow;
  flow.function = build.notes->find(function.source,
                                    nameInCoverage(function, build.compiler));
  if (flow.function == nullptr)
    return flow;
  const auto index =
      static_cast<size_t>(flow.function - build.notes->functions().data());
  const std::vector<coverme_replay_range> &ranges = build.notes->ranges();
  if (ranges[index].bytes != flow.function->counterCount * sizeof(uint64_t)) {
    flow.function = nullptr; // never emitted
    return flow;
  }
  size_t at = 0;
  for (size_t i = 0; i < index; ++i)
    at += ranges[i].bytes;
  for (size_t i = 0; i < tests.size(); ++i)
    if (const TestTrace &each = tests[i].*trace; each.hasRun)
      flow.taken[i] = flow.function->taken(
          countersOf(each, at, flow.function->counterCount), each.isWhole);
  return flow;
}

// Compilers differ over the line of a condition that is written on several. So
// what is compared are the fewest lines in a row on which both have as many
// decisions.
constexpr unsigned kMostLines = 10;
// Of such rows of lines, which are compared as one where they do not agree.
constexpr size_t kMostClusters = 16;

struct Cluster {
  std::vector<size_t> ours, theirs; // by place, in order
  unsigned lines = 0;

  void add(const Cluster &other) {
    ours.insert(ours.end(), other.ours.begin(), other.ours.end());
    theirs.insert(theirs.end(), other.theirs.begin(), other.theirs.end());
    lines += other.lines;
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
  }
};

std::vector<Cluster> clustersOf(const std::vector<unsigned> &ours,
                                const std::vector<unsigned> &theirs) {
  std::map<unsigned, Cluster> byLine;
  for (size_t i = 0; i < ours.size(); ++i)
    byLine[ours[i]].ours.push_back(i);
  for (size_t i = 0; i < theirs.size(); ++i)
    byLine[theirs[i]].theirs.push_back(i);
  for (auto &[line, cluster] : byLine)
    cluster.lines = 1;
  std::vector<Cluster> found;
  for (auto first = byLine.begin(); first != byLine.end();) {
    Cluster cluster;
    auto last = first;
    bool isClosed = false;
    while (last != byLine.end() && last->first - first->first < kMostLines &&
           !isClosed) {
      cluster.add(last->second);
      isClosed = cluster.ours.size() == cluster.theirs.size();
      ++last;
    }
    if (!isClosed) {
      ++first;
      continue;
    }
    found.push_back(std::move(cluster));
    first = last;
  }
  return found;
}

// A decision of the replay's compiler that is a site's.
struct Pair {
  const FlowDecision *decision;
  Signatures taken; // by target
};

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
        replay(flowOf(replayBuild, function, tests, &ReplayedTest::replay)),
        clang(flowOf(clangBuild, function, tests, &ReplayedTest::clang)),
        hasClang(clangBuild.notes != nullptr),
        isOfClang(hasClang && clangBuild.notes == replayBuild.notes),
        areAlike(std::ranges::all_of(tests, [](const ReplayedTest &test) {
          return !test.replay.hasRun || !test.replay.ending.empty() ||
                 !test.endsAlike || test.difference.empty();
        })) {
    for (uint32_t i = 0; i < function.siteCount; ++i)
      if (!program.sites[function.firstSite + i].isMark())
        decisions.push_back(function.firstSite + i);
    for (const uint32_t site : decisions)
      claims[site] = {claimOf(branchOf(site, false)),
                      claimOf(branchOf(site, true))};
    if (clang.function != nullptr)
      alignClang();
    if (replay.function != nullptr)
      pairAll();
  }

  // Adds to `result`, whose tests are there.
  void confirm(Confirmation &result) {
    for (const uint32_t site : decisions)
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
        if (!isConfirmed && !doubt.empty())
          result.doubts[branch] = doubt;
      }
  }

  // Adds those of `proved` that were taken.
  void refute(Confirmation &result) const {
    for (const std::vector<uint32_t> &sites : compared) {
      // Several may be others than ours, which are as many by chance: gcc makes
      // && and || of conditional expressions.
      if (sites.size() != 1)
        continue;
      // More outcomes than can be: whichever is which.
      size_t taken = 0, possible = 0;
      for (const uint32_t site : sites) {
        for (const Signature &signature : pairs.at(site).taken)
          taken += isEver(signature);
        for (const bool outcome : {false, true})
          possible += !proved.contains(branchOf(site, outcome));
      }
      if (taken <= possible)
        continue;
      for (const bool outcome : {false, true})
        if (const BranchId branch = branchOf(sites[0], outcome);
            proved.contains(branch)) {
          // Else it may be another decision, and ours one that gcc leaves out.
          const bool isSure = matchOf(sites[0], outcome).isSure;
          (isSure ? result.refuted : result.questioned)
              .emplace(
                  branch,
                  fmt::format("{}:{}: the build of {} took {} of the outcomes "
                              "here, and all but {} are proved infeasible",
                              function.file.filename().string(),
                              program.sites[sites[0]].line, compiler, taken,
                              possible));
        }
    }
    for (const uint32_t site : decisions)
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
  // Of tests of which all is known.
  bool isWhole(size_t test) const {
    return tests[test].replay.hasRun && tests[test].replay.isWhole &&
           tests[test].endsAlike;
  }

  Signature signatureOf(const Flow &flow, const FlowTarget &target) const {
    Signature signature;
    for (size_t test = 0; test < tests.size(); ++test)
      if (isWhole(test))
        signature.push_back(flow.took(test, target));
    return signature;
  }

  Signature claimOf(BranchId branch) const {
    Signature signature;
    for (size_t test = 0; test < tests.size(); ++test)
      if (isWhole(test))
        signature.push_back(tests[test].claims.contains(branch));
    return signature;
  }

  Signatures signaturesOf(const FlowDecision &decision) const {
    return {signatureOf(replay, decision.targets[0]),
            signatureOf(replay, decision.targets[1])};
  }

  bool isPlain(uint32_t site) const {
    return program.sites[site].kind != SiteKind::Case;
  }

  void pairAll() {
    // The cases of a switch, by its place.
    std::map<std::pair<unsigned, unsigned>, std::vector<uint32_t>> switches;
    for (const uint32_t site : decisions)
      if (!isPlain(site))
        switches[{program.sites[site].line, program.sites[site].column}]
            .push_back(site);
    std::vector<const FlowDecision *> twoWay, manyWay;
    for (const FlowDecision &decision : replay.function->decisions)
      (decision.targets.size() == 2 ? twoWay : manyWay).push_back(&decision);
    std::vector<uint32_t> sites;
    for (const uint32_t number : decisions) {
      const Site &site = program.sites[number];
      // A switch with one case is a decision as others.
      if (isPlain(number) || switches[{site.line, site.column}].size() == 1)
        sites.push_back(number);
    }
    std::vector<Pair> candidates;
    for (const FlowDecision *decision : twoWay)
      candidates.push_back({decision, signaturesOf(*decision)});
    pairStatements(sites, candidates);
    pairClusters(sites, candidates);
    for (const auto &[place, cases] : switches)
      if (cases.size() > 1)
        pairSwitch(place.first, cases, manyWay);
  }

  // Takes statements away of which each decision is found again among those
  // that the replay's compiler has there, in their order. It may have more:
  // whether a && b is true, where it has to destroy something or calls what may
  // throw; and those of its own.
  void pairStatements(std::vector<uint32_t> &sites,
                      std::vector<Pair> &candidates) {
    std::map<unsigned, std::vector<uint32_t>> ours;
    std::map<unsigned, std::vector<Pair>> theirs;
    for (const uint32_t site : sites)
      ours[lines().firstOf(program.sites[site].line)].push_back(site);
    for (const Pair &each : candidates)
      theirs[lines().firstOf(each.decision->line)].push_back(each);
    std::set<unsigned> done;
    for (const auto &[line, some] : ours)
      if (const auto found = theirs.find(line);
          found != theirs.end() && pairStatement(some, found->second))
        done.insert(line);
    std::erase_if(sites, [&](uint32_t site) {
      return done.contains(lines().firstOf(program.sites[site].line));
    });
    std::erase_if(candidates, [&](const Pair &each) {
      return done.contains(lines().firstOf(each.decision->line));
    });
  }

  bool pairStatement(const std::vector<uint32_t> &all,
                     const std::vector<Pair> &candidates) {
    // One that no test meets has nothing to confirm.
    std::vector<uint32_t> sites;
    for (const uint32_t site : all)
      if (isClaimed(site))
        sites.push_back(site);
    const auto found = orderedMatch(
        sites.size(), candidates.size(), [&](size_t site, size_t candidate) {
          return likeness(sites[site], candidates[candidate]);
        });
    if (!found || !areCompiled(sites))
      return false;
    // As many decisions that stand in order are the same ones.
    if (all.size() == candidates.size() && !hasLoop(candidates))
      for (size_t i = 0; i < sites.size(); ++i)
        if (all[(*found)[i]] != sites[i])
          return false;
    const auto met = static_cast<size_t>(
        std::count_if(candidates.begin(), candidates.end(), isMet));
    if (met > sites.size()) {
      // None of the others is one of ours that only the other compiler meets,
      // and none looks like ours because all tests go the same way.
      if (sites.size() != all.size())
        return false;
      for (size_t i = 0; i < sites.size(); ++i)
        if (const Pair &pair = candidates[(*found)[i]];
            !(isEver(pair.taken[0]) && isEver(pair.taken[1])) &&
            !matchIn(*pair.decision, sites[i], true).isSure)
          return false;
    }
    if (all.size() == 1 && candidates.size() == 1)
      alone.insert(all[0]);
    for (size_t i = 0; i < sites.size(); ++i) {
      pairs[sites[i]] = candidates[(*found)[i]];
      consistent.insert(sites[i]);
    }
    return true;
  }

  // The condition of a loop stands behind its body.
  static bool hasLoop(const std::vector<Pair> &candidates) {
    return std::ranges::any_of(candidates, [](const Pair &pair) {
      const std::vector<FlowTarget> &targets = pair.decision->targets;
      return std::ranges::any_of(targets, [&](const FlowTarget &target) {
        return target.block <= pair.decision->block;
      });
    });
  }

  static bool isMet(const Pair &pair) {
    return isEver(pair.taken[0]) || isEver(pair.taken[1]);
  }

  bool isClaimed(uint32_t site) const {
    return std::any_of(tests.begin(), tests.end(),
                       [&](const ReplayedTest &test) {
                         return test.claims.contains(branchOf(site, false)) ||
                                test.claims.contains(branchOf(site, true));
                       });
  }

  // As orderedMatch asks. What only tests have met of which not all is known
  // goes with none.
  unsigned likeness(uint32_t site, const Pair &candidate) const {
    const Signatures &wanted = claims.at(site);
    if (!isMet(candidate) || !areSame(wanted, candidate.taken))
      return 0;
    const FlowDecision &decision = *candidate.decision;
    const unsigned onLine = decision.line == program.sites[site].line ? 1 : 0;
    const Match match = matchIn(decision, site, true);
    if (!match.isSure)
      return 1 + onLine;
    const bool isSecond = match.target == &decision.targets[1];
    return candidate.taken[isSecond ? 1 : 0] == wanted[true] ? 3 + onLine : 0;
  }

  void pairClusters(const std::vector<uint32_t> &sites,
                    const std::vector<Pair> &candidates) {
    std::vector<unsigned> ours, theirs;
    for (const uint32_t site : sites)
      ours.push_back(program.sites[site].line);
    for (const Pair &each : candidates)
      theirs.push_back(each.decision->line);
    const auto sitesOf = [&](const Cluster &cluster) {
      std::vector<uint32_t> some;
      for (const size_t i : cluster.ours)
        some.push_back(sites[i]);
      return some;
    };
    const auto pairsOf = [&](const Cluster &cluster) {
      std::vector<Pair> some;
      for (const size_t i : cluster.theirs)
        some.push_back(candidates[i]);
      return some;
    };
    const auto agrees = [&](const Cluster &cluster) {
      for (size_t i = 0; i < cluster.ours.size(); ++i)
        if (!areSame(claims.at(sites[cluster.ours[i]]),
                     candidates[cluster.theirs[i]].taken))
          return false;
      return true;
    };
    const std::vector<Cluster> clusters = clustersOf(ours, theirs);
    for (size_t first = 0; first < clusters.size();) {
      const Cluster &cluster = clusters[first];
      if (!areCompiled(sitesOf(cluster))) {
        ++first;
        continue;
      }
      if (auto order = agreeing(sitesOf(cluster), pairsOf(cluster))) {
        keep(sitesOf(cluster), std::move(*order), true);
        ++first;
        continue;
      }
      // gcc has the decisions of a long && in their order, and on the lines of
      // one another: a line may have one of each, which are not the same. In
      // another order, they would be those of code that the compilers read
      // differently.
      Cluster merged = cluster;
      size_t end = first + 1;
      while (end < clusters.size() && end - first < kMostClusters &&
             areCompiled(sitesOf(clusters[end])) && !agrees(merged))
        merged.add(clusters[end++]);
      if (agrees(merged)) {
        keep(sitesOf(merged), pairsOf(merged), true);
        first = end;
        continue;
      }
      if (cluster.lines == 1)
        keep(sitesOf(cluster), pairsOf(cluster), false);
      ++first;
    }
  }

  const ContinuedLines &lines() {
    if (!continued)
      continued.emplace(std::filesystem::is_regular_file(function.file)
                            ? readFile(function.file)
                            : "");
    return *continued;
  }

  // Has the replay's compiler code for the lines of all of them? What stands
  // for one compiler alone between #ifdef and #else is no decision of the
  // other's.
  bool areCompiled(const std::vector<uint32_t> &sites) {
    return std::all_of(sites.begin(), sites.end(), [&](uint32_t site) {
      return isCompiled(program.sites[site].line);
    });
  }

  bool hasCode(unsigned line) const {
    const auto &blocks = replay.function->blockLines;
    return std::any_of(blocks.begin(), blocks.end(), [&](const auto &block) {
      return std::find(block.begin(), block.end(), line) != block.end();
    });
  }

  // The lines of the expression; the compiler may have its code on any of them.
  std::vector<unsigned> linesOf(unsigned line) {
    std::vector<unsigned> all = {lines().firstOf(line)};
    while (lines().contains(all.back() + 1))
      all.push_back(all.back() + 1);
    return all;
  }

  bool isCompiled(unsigned line) {
    const std::vector<unsigned> all = linesOf(line);
    return std::any_of(all.begin(), all.end(),
                       [&](unsigned each) { return hasCode(each); });
  }

  // Where the line has no code of its own, others of the expression have it.
  bool hasRun(size_t test, unsigned line) {
    if (hasCode(line))
      return replay.ran(test, line);
    const std::vector<unsigned> all = linesOf(line);
    return std::any_of(all.begin(), all.end(),
                       [&](unsigned each) { return replay.ran(test, each); });
  }

  // The decisions of the replay's compiler, of which there are as many as
  // sites, in an order that agrees with what the tests took: their own, if that
  // does. Nullopt if none does.
  std::optional<std::vector<Pair>> agreeing(const std::vector<uint32_t> &sites,
                                            std::vector<Pair> order) const {
    const auto agree = [&] {
      for (size_t i = 0; i < sites.size(); ++i)
        if (!areSame(claims.at(sites[i]), order[i].taken))
          return false;
      return true;
    };
    bool isConsistent = agree();
    if (!isConsistent && !hasLoop(order))
      return std::nullopt;
    for (size_t i = 0; i < sites.size() && !isConsistent; ++i) {
      const Signatures &wanted = claims.at(sites[i]);
      const auto begin = order.begin() + static_cast<ptrdiff_t>(i);
      const auto at = std::find_if(begin, order.end(), [&](const Pair &each) {
        return areSame(wanted, each.taken);
      });
      if (at == order.end())
        return std::nullopt;
      std::rotate(begin, at, at + 1);
    }
    return order;
  }

  // Does the expression go on, whatever the outcome? So it does behind the
  // condition of a conditional expression.
  bool isWithinExpression(uint32_t number) {
    const Site &site = program.sites[number];
    if (site.kind == SiteKind::Select)
      return true;
    const std::vector<unsigned> all = linesOf(site.line);
    return outcomeLines[number].isKnown &&
           std::ranges::all_of(outcomeLines[number].lines, [&](unsigned line) {
             return std::find(all.begin(), all.end(), line) != all.end();
           });
  }

  void keep(const std::vector<uint32_t> &sites, std::vector<Pair> order,
            bool isConsistent) {
    compared.push_back(sites);
    if (sites.size() == 1)
      alone.insert(sites[0]);
    for (size_t i = 0; i < sites.size(); ++i) {
      pairs[sites[i]] = std::move(order[i]);
      if (isConsistent)
        consistent.insert(sites[i]);
    }
    // Of one that no test meets, the other compiler's may stand for another.
    const bool areFolded =
        sites.size() > 1 && areAlike &&
        std::ranges::all_of(sites,
                            [&](uint32_t site) { return isClaimed(site); }) &&
        (function.resultName != "void" || goOnAlike(sites)) &&
        std::ranges::any_of(
            sites, [&](uint32_t site) { return isWithinExpression(site); });
    if (areFolded)
      mayBeFolded.insert(sites.begin(), sites.end());
  }

  // Does the replay's build run the lines at which the code goes on after what
  // the tests take of the sites, and do lines tell outcomes of one apart?
  bool goOnAlike(const std::vector<uint32_t> &sites) const {
    bool areTold = false;
    for (const uint32_t site : sites)
      for (const bool outcome : {false, true}) {
        if (!matchOf(site, outcome).isSure)
          continue;
        areTold = true;
        for (size_t test = 0; test < tests.size(); ++test)
          if (tests[test].claims.contains(branchOf(site, outcome)) &&
              !replay.ran(test, outcomeLines[site].lines[outcome]))
            return false;
      }
    return areTold;
  }

  // A switch is the same where each way on is taken, by the same tests.
  void pairSwitch(unsigned line, const std::vector<uint32_t> &cases,
                  const std::vector<const FlowDecision *> &some) {
    std::vector<Signature> ours, theirs;
    for (const uint32_t site : cases)
      ours.push_back(claims.at(site)[true]);
    ours.push_back(claims.at(cases.back())[false]);
    for (const FlowDecision *decision : some)
      if (decision->line == line && decision->targets.size() == ours.size() &&
          theirs.empty())
        for (const FlowTarget &target : decision->targets)
          theirs.push_back(signatureOf(replay, target));
    std::sort(ours.begin(), ours.end());
    std::sort(theirs.begin(), theirs.end());
    if (ours == theirs && std::all_of(theirs.begin(), theirs.end(), isEver))
      sameCases.insert(cases.begin(), cases.end());
  }

  // Sites stand in the order of the code that clang has made, as its notes do;
  // the cases of a switch are one decision. Selects are no decisions there, nor
  // are last operands of && and || whose value is not branched on.
  void alignClang() {
    std::vector<std::vector<uint32_t>> items;
    for (const uint32_t number : decisions) {
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
    if (alignItems(items, all, fits))
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
      alignItems(some, order, fits);
    }
  }

  template <class Fits>
  bool alignItems(const std::vector<std::vector<uint32_t>> &items,
                  const std::vector<const FlowDecision *> &some,
                  const Fits &fits) {
    if (items.size() != some.size())
      return false;
    for (size_t i = 0; i < items.size(); ++i)
      if (!fits(items[i], *some[i]))
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
    return proved.contains(branchOf(site, !outcome)) &&
           outcomeLines[site].lines[outcome] != 0 &&
           replay.ran(test, outcomeLines[site].lines[outcome]);
  }

  // The comparisons of a case of many values have no line of their own: did a
  // switch of the replay's compiler go where the outcome goes on?
  bool switchLedTo(uint32_t site, bool outcome, size_t test) const {
    const unsigned line = outcomeLines[site].lines[outcome];
    for (const FlowDecision &decision : replay.function->decisions)
      if (decision.targets.size() > 2 && line != 0)
        for (const FlowTarget &target : decision.targets)
          if (const auto &lines = replay.function->blockLines[target.block];
              std::find(lines.begin(), lines.end(), line) != lines.end() &&
              replay.took(test, target))
            return true;
    return false;
  }

  // Did clang's build take the outcome? Nullopt when its notes do not tell.
  std::optional<bool> clangTook(uint32_t site, bool outcome,
                                size_t test) const {
    const auto found = inClang.find(site);
    if (found == inClang.end())
      return std::nullopt;
    const auto &[decision, target] = found->second;
    if (target == nullptr)
      return clang.took(test, *inOrder(site, outcome, *decision));
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

  // The same compiler has made the same blocks, in the same order.
  const FlowTarget *inOrder(uint32_t site, bool outcome,
                            const FlowDecision &decision) const {
    const std::vector<FlowTarget> &targets = decision.targets;
    const bool isFirst = targets[0].block < targets[1].block;
    const bool wantsFirst = outcomeLines[site].trueStandsFirst == outcome;
    return &targets[isFirst == wantsFirst ? 0 : 1];
  }

  // Which target of the replay's decision is the outcome's, by where the code
  // goes on: surely by lines, else by their order in the source.
  struct Match {
    const FlowTarget *target = nullptr;
    bool isSure = false;
  };
  Match matchOf(uint32_t number, bool outcome) const {
    const auto pair = pairs.find(number);
    return pair == pairs.end()
               ? Match{}
               : matchIn(*pair->second.decision, number, outcome);
  }
  Match matchIn(const FlowDecision &decision, uint32_t number,
                bool outcome) const {
    const OutcomeLines &leads = outcomeLines[number];
    if (!leads.isKnown)
      return {};
    const std::vector<FlowTarget> &theirs = decision.targets;
    const unsigned wanted = leads.lines[outcome];
    const unsigned other = leads.lines[!outcome];
    if (wanted != other && wanted != 0 && other != 0)
      for (const bool second : {false, true})
        if (theirs[second].line == wanted && theirs[!second].line == other)
          return {&theirs[second], true};
    return {inOrder(number, outcome, decision), false};
  }

  // Does one side of the decision only leave something out?
  static bool isWithoutElse(const FlowDecision &decision) {
    const FlowTarget &a = decision.targets[0], &b = decision.targets[1];
    return std::find(a.then.begin(), a.then.end(), b.block) != a.then.end() ||
           std::find(b.then.begin(), b.then.end(), a.block) != b.then.end();
  }

  // Has the replay's compiler, on the lines of the site, decisions that are as
  // many as ours and others? It leaves out what a proof decides, and makes
  // c || m > 7 of (c ? 10 : m) > 7. It does where tests take them otherwise
  // than ours, and all else agrees.
  bool isOfOtherCode(uint32_t site, bool outcome) const {
    return !consistent.contains(site) &&
           (mayBeFolded.contains(site) ||
            (proved.contains(branchOf(site, !outcome)) &&
             !matchOf(site, outcome).isSure));
  }

  // Has the replay's compiler run the site, as far as lines tell? Of an outcome
  // that goes on at a line of its own, it has to have run that one, too.
  bool isRunElsewhere(uint32_t site, bool outcome, size_t test) {
    return matchOf(site, outcome).isSure
               ? replay.ran(test, outcomeLines[site].lines[outcome])
               : hasRun(test, program.sites[site].line) ||
                     switchLedTo(site, outcome, test) ||
                     isForced(site, outcome, test);
  }

  // Did the replay's build take the outcome, whatever another test has done?
  // Lines tell, or the only decision that there is, of which each side is
  // taken, as the order of blocks has it.
  bool isSureFor(uint32_t site, bool outcome, size_t test) const {
    if (isOfClang)
      return true;
    const Match match = matchOf(site, outcome);
    if (match.target == nullptr || !replay.took(test, *match.target))
      return false;
    return match.isSure || (alone.contains(site) && isTakenAsSaid(site));
  }

  bool isTakenAsSaid(uint32_t site) const {
    const FlowDecision &decision = *pairs.at(site).decision;
    return std::ranges::all_of(std::array{false, true}, [&](bool outcome) {
      const Signature taken =
          signatureOf(replay, *matchIn(decision, site, outcome).target);
      return isEver(taken) && taken == claims.at(site)[outcome];
    });
  }

  bool tookAny(const FlowDecision &decision, size_t test) const {
    return std::any_of(
        decision.targets.begin(), decision.targets.end(),
        [&](const FlowTarget &target) { return replay.took(test, target); });
  }

  bool isTakenFor(uint32_t site, bool outcome) const {
    const Match match = matchOf(site, outcome);
    if (match.isSure && consistent.contains(site) &&
        isEver(signatureOf(replay, *match.target)))
      return true;
    // A case is not asked when one ahead of it is taken, and not told apart
    // from one that goes to the same block.
    if (!isPlain(site))
      return false;
    for (size_t test = 0; test < tests.size(); ++test)
      if (clangTook(site, outcome, test).value_or(false))
        return true;
    return false;
  }

  // Why the test's claim is not confirmed; empty if it is.
  std::string whyNot(BranchId branch, size_t test, bool &wantsClang) {
    std::string why = whyUnseen(branch, test, wantsClang);
    if (why.empty() && !areAlike &&
        !isSureFor(siteOf(branch), outcomeOf(branch), test))
      return fmt::format("seen under clang only: tests have other results when "
                         "compiled by {}, and nothing tells which way line {} "
                         "takes there",
                         compiler, program.sites[siteOf(branch)].line);
    return why;
  }

  // The same where the results of both builds are alike.
  std::string whyUnseen(BranchId branch, size_t test, bool &wantsClang) {
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
    const auto pair = pairs.find(site);
    const bool isSeen = pair == pairs.end() || isOfOtherCode(site, outcome)
                            ? isRunElsewhere(site, outcome, test)
                            : tookAny(*pair->second.decision, test);
    if (!isSeen) {
      if (!trace.ending.empty())
        return fmt::format("when compiled by {}, the call {}, and is not seen "
                           "on line {} before",
                           compiler, trace.ending, line);
      return fmt::format("seen under clang only: line {} does not run when "
                         "compiled by {}",
                         line, compiler);
    }
    const bool isConsistent = consistent.contains(site);
    if (trace.isWhole && sameCases.contains(site))
      return "";
    if (pair != pairs.end() && isConsistent) {
      const Signatures &theirs = pair->second.taken;
      if (isEver(theirs[0]) && isEver(theirs[1])) {
        if (trace.isWhole)
          return "";
        const bool isSecond = theirs[0] != claims.at(site)[outcome];
        if (theirs[0] != theirs[1] &&
            replay.took(test, pair->second.decision->targets[isSecond ? 1 : 0]))
          return "";
      }
    }
    if (pair != pairs.end() && !isOfOtherCode(site, outcome)) {
      const Match match = matchOf(site, outcome);
      // By the order of blocks alone, which side is which is a guess: gcc turns
      // decisions round. It does for a test that all else agrees with.
      if (match.target != nullptr && replay.took(test, *match.target) &&
          (match.isSure || isOfClang || isConsistent))
        return "";
      // A conditional expression may have been turned round.
      const bool mayBeTurned =
          match.target == nullptr ||
          (!match.isSure && !isWithoutElse(*pair->second.decision));
      if (!isConsistent || !mayBeTurned)
        return fmt::format("seen under clang only: compiled by {}, line {} "
                           "takes another way",
                           compiler, line);
    }
    if (!hasClang || !tests[test].clang.hasRun ||
        tests[test].clang.limit != 0) {
      wantsClang |= !hasClang;
      return "no time was left to see what it takes when compiled by clang";
    }
    const std::optional<bool> took = clangTook(site, outcome, test);
    // Where its notes do not tell, the result does.
    if (took.value_or(clang.ran(test, line)))
      return "";
    return fmt::format("no build but the instrumented one takes it on line {}",
                       line);
  }

  struct ClangPlace {
    const FlowDecision *decision = nullptr;
    const FlowTarget *target = nullptr; // of a case of a switch with several
  };

  const BranchSet &proved;
  const Program &program;
  const std::vector<OutcomeLines> &outcomeLines;
  const Function &function;
  std::vector<uint32_t> decisions; // its sites but for marks
  std::string compiler;
  const std::vector<ReplayedTest> &tests;
  Flow replay, clang;
  bool hasClang;
  bool isOfClang; // the replay, too: it has made the blocks in our order
  bool areAlike;  // the results of the replay and ours, of calls that return
  std::vector<std::vector<uint32_t>> compared; // sites with pairs, together
  std::map<uint32_t, Signatures> claims;       // by site, and outcome
  std::map<uint32_t, Pair> pairs;              // by site
  std::set<uint32_t> consistent;               // pairs that tests agree with
  std::set<uint32_t> alone;       // pairs of the only decisions that there are
  std::set<uint32_t> mayBeFolded; // of rows with conditional
                                  // expressions
  std::set<uint32_t> sameCases;
  std::map<uint32_t, ClangPlace> inClang;
  std::optional<ContinuedLines> continued; // of its source
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

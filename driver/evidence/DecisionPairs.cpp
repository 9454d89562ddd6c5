// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/DecisionPairs.h"

#include "evidence/OrderedMatch.h"
#include "evidence/Replay.h"
#include "support/Files.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace coverme {
namespace {

// Of a row.
constexpr unsigned kMostLines = 10;
// Of rows, which are compared as one where they do not agree.
constexpr size_t kMostClusters = 16;
// Of a statement, which may be left out in any way.
constexpr size_t kMostDecided = 6;

bool areSame(const Signatures &a, const Signatures &b) {
  return a == b || (a[0] == b[1] && a[1] == b[0]);
}

std::vector<uint64_t> countersOf(const TestTrace &trace, size_t at,
                                 size_t count) {
  std::vector<uint64_t> counters(count);
  std::memcpy(counters.data(), trace.counters.data() + at,
              count * sizeof counters[0]);
  return counters;
}

// The condition of a loop stands behind its body.
bool hasLoop(const std::vector<Pair> &candidates) {
  return std::ranges::any_of(candidates, [](const Pair &pair) {
    const std::vector<FlowTarget> &targets = pair.decision->targets;
    return std::ranges::any_of(targets, [&](const FlowTarget &target) {
      return target.block <= pair.decision->block;
    });
  });
}

bool isMet(const Pair &pair) {
  return isEver(pair.taken[0]) || isEver(pair.taken[1]);
}

} // namespace

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

bool isEver(const Signature &signature) {
  return std::find(signature.begin(), signature.end(), true) != signature.end();
}

Flow flowOf(const BuildView &build, const Function &function,
            const std::vector<ReplayedTest> &tests,
            TestTrace ReplayedTest::*trace) {
  Flow flow;
  flow.taken.resize(tests.size());
  if (build.notes == nullptr)
    return flow;
  for (const std::string &name : namesInCoverage(function, build.compiler))
    if (flow.function == nullptr)
      flow.function = build.notes->find(function.source, name);
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

DecisionPairs::DecisionPairs(const Program &program,
                             const std::vector<OutcomeLines> &outcomeLines,
                             const Function &function,
                             const std::vector<ReplayedTest> &tests,
                             const BranchSet &proved, Flow ofReplay,
                             bool isOfClang)
    : program(program), outcomeLines(outcomeLines), function(function),
      tests(tests), proved(proved), replay(std::move(ofReplay)),
      isOfClang(isOfClang),
      resultsAreAlike(std::ranges::all_of(
          tests,
          [](const ReplayedTest &test) {
            return test.leavesAlike &&
                   (!test.replay.hasRun || !test.replay.ending.empty() ||
                    !test.endsAlike || test.difference.empty());
          })),
      resultsAreTelling(
          std::ranges::any_of(tests, [](const ReplayedTest &test) {
            return test.replay.hasRun && test.isTelling;
          })) {
  for (uint32_t i = 0; i < function.siteCount; ++i)
    if (!program.sites[function.firstSite + i].isMark())
      decisions.push_back(function.firstSite + i);
  for (const uint32_t site : decisions)
    claims[site] = {claimOf(branchOf(site, false)),
                    claimOf(branchOf(site, true))};
  if (replay.function != nullptr)
    pairAll();
}

const Pair *DecisionPairs::of(uint32_t site) const {
  const auto found = pairs.find(site);
  return found == pairs.end() ? nullptr : &found->second;
}

// Of tests of which all is known.
bool DecisionPairs::isWhole(size_t test) const {
  return tests[test].replay.hasRun && tests[test].replay.isWhole &&
         tests[test].endsAlike;
}

Signature DecisionPairs::signatureOf(const FlowTarget &target) const {
  Signature signature;
  for (size_t test = 0; test < tests.size(); ++test)
    if (isWhole(test))
      signature.push_back(replay.took(test, target));
  return signature;
}

Signature DecisionPairs::claimOf(BranchId branch) const {
  Signature signature;
  for (size_t test = 0; test < tests.size(); ++test)
    if (isWhole(test))
      signature.push_back(tests[test].claims.contains(branch));
  return signature;
}

Signatures DecisionPairs::signaturesOf(const FlowDecision &decision) const {
  return {signatureOf(decision.targets[0]), signatureOf(decision.targets[1])};
}

bool DecisionPairs::isPlain(uint32_t site) const {
  return program.sites[site].kind != SiteKind::Case;
}

void DecisionPairs::pairAll() {
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
void DecisionPairs::pairStatements(std::vector<uint32_t> &sites,
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

bool DecisionPairs::pairStatement(const std::vector<uint32_t> &all,
                                  const std::vector<Pair> &candidates) {
  // One that no test meets has nothing to confirm.
  std::vector<uint32_t> sites;
  for (const uint32_t site : all)
    if (isClaimed(site))
      sites.push_back(site);
  if (!areCompiled(sites))
    return false;
  if (pairInOrder(all, sites, candidates))
    return true;
  // The replay's compiler does without some that a proof decides, and has all
  // of the others.
  const auto met = static_cast<size_t>(
      std::count_if(candidates.begin(), candidates.end(), isMet));
  if (met == 0 || met >= sites.size())
    return false;
  std::vector<size_t> decided;
  for (size_t i = 0; i < sites.size(); ++i)
    if (proved.contains(branchOf(sites[i], false)) ||
        proved.contains(branchOf(sites[i], true)))
      decided.push_back(i);
  if (decided.size() > kMostDecided)
    return false;
  for (unsigned without = 1; without < 1U << decided.size(); ++without) {
    if (sites.size() - static_cast<size_t>(std::popcount(without)) != met)
      continue;
    std::vector<uint32_t> others = sites;
    for (size_t i = decided.size(); i-- > 0;)
      if ((without >> i & 1) != 0)
        others.erase(others.begin() + static_cast<ptrdiff_t>(decided[i]));
    if (pairInOrder(all, others, candidates))
      return true;
  }
  return false;
}

// Pairs `sites`, of `all` of a statement, with as many of the candidates.
bool DecisionPairs::pairInOrder(const std::vector<uint32_t> &all,
                                const std::vector<uint32_t> &sites,
                                const std::vector<Pair> &candidates) {
  const auto found = orderedMatch(
      sites.size(), candidates.size(), [&](size_t site, size_t candidate) {
        return likeness(sites[site], candidates[candidate]);
      });
  if (!found)
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
  if (all.size() == 1 && sites.size() == 1 && candidates.size() == 1)
    alone.insert(all[0]);
  for (size_t i = 0; i < sites.size(); ++i) {
    pairs[sites[i]] = candidates[(*found)[i]];
    consistent.insert(sites[i]);
  }
  return true;
}

bool DecisionPairs::isClaimed(uint32_t site) const {
  return std::any_of(tests.begin(), tests.end(), [&](const ReplayedTest &test) {
    return test.claims.contains(branchOf(site, false)) ||
           test.claims.contains(branchOf(site, true));
  });
}

// As orderedMatch asks. What only tests have met of which not all is known
// goes with none.
unsigned DecisionPairs::likeness(uint32_t site, const Pair &candidate) const {
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

void DecisionPairs::pairClusters(const std::vector<uint32_t> &sites,
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

const ContinuedLines &DecisionPairs::lines() {
  std::error_code error; // #line may give the file any name
  if (!continued)
    continued.emplace(std::filesystem::is_regular_file(function.file, error)
                          ? readFile(function.file)
                          : "",
                      function.file.filename().string());
  return *continued;
}

// Has the replay's compiler code for the lines of all of them? What stands
// for one compiler alone between #ifdef and #else is no decision of the
// other's.
bool DecisionPairs::areCompiled(const std::vector<uint32_t> &sites) {
  return std::all_of(sites.begin(), sites.end(), [&](uint32_t site) {
    return isCompiled(program.sites[site].line);
  });
}

// Are no other decisions, of either compiler, on the lines of its expression?
bool DecisionPairs::standsAlone(uint32_t site) {
  const unsigned first = lines().firstOf(program.sites[site].line);
  const auto isOf = [&](unsigned line) {
    return lines().firstOf(line) == first;
  };
  return std::ranges::count_if(decisions,
                               [&](uint32_t other) {
                                 return isOf(program.sites[other].line);
                               }) == 1 &&
         std::ranges::count_if(replay.function->decisions,
                               [&](const FlowDecision &decision) {
                                 return isOf(decision.line);
                               }) == 1;
}

bool DecisionPairs::hasCode(unsigned line) const {
  const auto &blocks = replay.function->blockLines;
  return std::any_of(blocks.begin(), blocks.end(), [&](const auto &block) {
    return std::find(block.begin(), block.end(), line) != block.end();
  });
}

// The lines of the expression; the compiler may have its code on any of them.
std::vector<unsigned> DecisionPairs::linesOf(unsigned line) {
  std::vector<unsigned> all = {lines().firstOf(line)};
  while (lines().contains(all.back() + 1))
    all.push_back(all.back() + 1);
  return all;
}

bool DecisionPairs::isCompiled(unsigned line) {
  const std::vector<unsigned> all = linesOf(line);
  return std::any_of(all.begin(), all.end(),
                     [&](unsigned each) { return hasCode(each); });
}

// Where the line has no code of its own, others of the expression have it.
bool DecisionPairs::hasRun(size_t test, unsigned line) {
  if (hasCode(line))
    return replay.ran(test, line);
  const std::vector<unsigned> all = linesOf(line);
  return std::any_of(all.begin(), all.end(),
                     [&](unsigned each) { return replay.ran(test, each); });
}

// The decisions of the replay's compiler, of which there are as many as
// sites, in an order that agrees with what the tests took: their own, if that
// does. Nullopt if none does.
std::optional<std::vector<Pair>>
DecisionPairs::agreeing(const std::vector<uint32_t> &sites,
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

void DecisionPairs::keep(const std::vector<uint32_t> &sites,
                         std::vector<Pair> order, bool isConsistent) {
  if (sites.size() == 1 && standsAlone(sites[0]))
    alone.insert(sites[0]);
  for (size_t i = 0; i < sites.size(); ++i) {
    pairs[sites[i]] = std::move(order[i]);
    if (isConsistent)
      consistent.insert(sites[i]);
  }
  // Of one that no test meets, the other compiler's may stand for another.
  const bool areFolded =
      sites.size() > 1 && resultsAreAlike &&
      std::ranges::all_of(sites,
                          [&](uint32_t site) { return isClaimed(site); }) &&
      (resultsAreTelling || goOnAlike(sites)) &&
      std::ranges::any_of(
          sites, [&](uint32_t site) { return outcomeLines[site].isOfChoice; });
  if (areFolded)
    folded.insert(sites.begin(), sites.end());
}

// Does the replay's build run the lines at which the code goes on after what
// the tests take of the sites, and do lines tell outcomes of one apart?
bool DecisionPairs::goOnAlike(const std::vector<uint32_t> &sites) const {
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
void DecisionPairs::pairSwitch(unsigned line,
                               const std::vector<uint32_t> &cases,
                               const std::vector<const FlowDecision *> &some) {
  std::vector<Signature> ours, theirs;
  for (const uint32_t site : cases)
    ours.push_back(claims.at(site)[true]);
  ours.push_back(claims.at(cases.back())[false]);
  for (const FlowDecision *decision : some)
    if (decision->line == line && decision->targets.size() == ours.size() &&
        theirs.empty())
      for (const FlowTarget &target : decision->targets)
        theirs.push_back(signatureOf(target));
  std::sort(ours.begin(), ours.end());
  std::sort(theirs.begin(), theirs.end());
  if (ours == theirs && std::all_of(theirs.begin(), theirs.end(), isEver))
    sameCases.insert(cases.begin(), cases.end());
}

// The same compiler has made the same blocks, in the same order.
const FlowTarget *DecisionPairs::inOrder(uint32_t site, bool outcome,
                                         const FlowDecision &decision) const {
  const std::vector<FlowTarget> &targets = decision.targets;
  const bool isFirst = targets[0].block < targets[1].block;
  const bool wantsFirst = outcomeLines[site].trueStandsFirst == outcome;
  return &targets[isFirst == wantsFirst ? 0 : 1];
}

// gcc puts a block of its own, for the counter, on a way that leads to where
// others do, too. Ahead of a label, that one stands in front of the other way's
// block.
static bool mayHaveMoved(const FlowDecision &decision) {
  const FlowTarget &first = decision.targets[0], &second = decision.targets[1];
  return second.block == decision.block + 1 && second.isPassage &&
         second.block < first.block &&
         std::ranges::find(first.then.begin() + 1, first.then.end(),
                           second.then[1]) != first.then.end();
}

Match DecisionPairs::matchOf(uint32_t number, bool outcome) const {
  const auto pair = pairs.find(number);
  return pair == pairs.end() ? Match{}
                             : matchIn(*pair->second.decision, number, outcome);
}

Match DecisionPairs::matchIn(const FlowDecision &decision, uint32_t number,
                             bool outcome) const {
  const OutcomeLines &leads = outcomeLines[number];
  const std::vector<FlowTarget> &theirs = decision.targets;
  const unsigned wanted = leads.lines[outcome];
  const unsigned other = leads.lines[!outcome];
  if (wanted != other) {
    const auto alike = [&](bool second) {
      return (wanted != 0 && theirs[second].line == wanted) +
             (other != 0 && theirs[!second].line == other);
    };
    if (const int first = alike(false), second = alike(true); first != second)
      return {&theirs[second > first], std::max(first, second) == 2, true};
  }
  if (isOfClang)
    return {inOrder(number, outcome, decision), false, true};
  // gcc turns those round that choose a value, and no others.
  return {inOrder(number, outcome != leads.areTurned.value_or(false), decision),
          false,
          (leads.areTurned.has_value() || !leads.isOfChoice) &&
              !mayHaveMoved(decision)};
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/BranchVerdicts.h"

#include "core/SetupPlan.h"
#include "engine/SiteGraph.h"

#include <algorithm>
#include <optional>
#include <set>

namespace coverme {

namespace {

// The verdicts of targets that need none of their own are left out.
void leaveOutSpared(const Goal &goal, std::vector<BranchVerdict> &verdicts) {
  std::set<TargetId> reached;
  for (const BranchVerdict &verdict : verdicts)
    if (verdict.verdict == Verdict::Covered)
      reached.insert(verdict.branch);
  const std::set<TargetId> spared = goal.spared(reached);
  std::erase_if(verdicts, [&](const BranchVerdict &verdict) {
    return spared.contains(verdict.branch);
  });
}

// As BranchVerdict::behind.
std::optional<BranchId> inTheWayOf(uint32_t site, const SiteGraph &graph,
                                   const Archive &archive) {
  const auto isTaken = [&](BranchId branch) {
    return archive.targets[branch].isReached() ||
           archive.targets[branch].nonReturning != 0;
  };
  const auto isVisited = [&](uint32_t at) {
    return isTaken(branchOf(at, false)) || isTaken(branchOf(at, true));
  };
  if (isVisited(site))
    return std::nullopt;
  std::vector<uint32_t> work = {site};
  std::set<uint32_t> seen = {site};
  for (size_t i = 0; i < work.size(); ++i)
    for (const BranchId branch : graph.incoming(work[i])) {
      const uint32_t from = siteOf(branch);
      if (isVisited(from))
        // Or calls end on the way.
        return isTaken(branch) ? std::nullopt : std::optional(branch);
      if (seen.insert(from).second)
        work.push_back(from);
    }
  return std::nullopt;
}

} // namespace

BranchSet provedOf(const Goal &goal, const Archive &archive) {
  BranchSet proved;
  for (const TargetId target : goal.asked())
    if (archive.targets[target].proved != 0 &&
        !archive.targets[target].isRefuted())
      proved.insert(target);
  return proved;
}

void addRefuted(const Goal &goal, const Archive &archive,
                const std::vector<Test> &suite,
                std::map<BranchId, std::string> &refuted) {
  for (const TargetId target : goal.asked())
    if (archive.targets[target].proved != 0 &&
        (archive.targets[target].isRefuted() ||
         std::ranges::any_of(suite, [&](const Test &test) {
           return test.covers.contains(target);
         })))
      refuted.emplace(target, refutation(goal.program, goal.query(target),
                                         archive.proofs[target].engine));
}

void dropRefuting(const InputPlan &plan, const BranchSet &proved,
                  std::vector<Test> &tests) {
  std::erase_if(tests, [&](const Test &test) {
    return std::any_of(plan.setupCalls.begin(), plan.setupCalls.end(),
                       [&](const SetupCall &call) {
                         return isMade(call, test.inputs);
                       }) &&
           std::any_of(proved.begin(), proved.end(), [&](BranchId branch) {
             return test.covers.contains(branch);
           });
  });
}

std::vector<BranchVerdict> verdictsOf(
    const Goal &goal, const Archive &archive, const std::vector<Test> &suite,
    const std::map<BranchId, std::string> &refuted, bool sawAll, bool mayDeem) {
  std::vector<std::optional<size_t>> firstTest(archive.targets.size());
  for (size_t i = suite.size(); i-- > 0;)
    for (const BranchId branch : suite[i].covers)
      firstTest[branch] = i;
  std::vector<BranchVerdict> verdicts;
  for (const TargetId target : goal.asked()) {
    BranchVerdict verdict;
    verdict.branch = target;
    const TargetRecord &record = archive.targets[target];
    verdict.spent = record.spent;
    verdict.reachedAfter = record.reachedAfter;
    verdict.onlyNonReturning = !record.isReached() && record.nonReturning != 0;
    verdict.test = firstTest[verdict.branch];
    if (verdict.test)
      verdict.verdict = Verdict::Covered;
    else if (refuted.contains(target))
      verdict.verdict = Verdict::Open;
    else if (record.proved != 0) {
      verdict.verdict = Verdict::ProvedInfeasible;
      verdict.proof = archive.proofs[target].proof();
    } else if (mayDeem && !record.isReached() && record.nonReturning == 0 &&
               (record.givenUp != 0 || (record.minima != 0 && sawAll)))
      verdict.verdict = Verdict::DeemedInfeasible;
    verdicts.push_back(verdict);
  }
  leaveOutSpared(goal, verdicts);
  return verdicts;
}

void addDoubts(const Archive &archive, const ReplayResult &replayed,
               const std::map<BranchId, std::string> &refuted, bool lacksTime,
               std::vector<BranchVerdict> &verdicts) {
  for (BranchVerdict &branch : verdicts) {
    if (branch.verdict != Verdict::Open)
      continue;
    if (const auto said = refuted.find(branch.branch); said != refuted.end())
      branch.doubt = said->second;
    else if (const auto doubt = replayed.doubts.find(branch.branch);
             doubt != replayed.doubts.end())
      branch.doubt = doubt->second;
    else if (archive.targets[branch.branch].isReached())
      branch.doubt = lacksTime ? "the search took it, and there was no time "
                                 "left to see it in a new process"
                               : "the search took it, and no call alone does";
  }
}

void addWhatIsInTheWay(const Goal &goal, const Archive &archive,
                       std::vector<BranchVerdict> &verdicts) {
  std::optional<SiteGraph> graph;
  for (BranchVerdict &branch : verdicts)
    if (branch.verdict == Verdict::Open ||
        branch.verdict == Verdict::DeemedInfeasible) {
      if (!graph)
        graph.emplace(goal.program, goal.scope);
      branch.behind = inTheWayOf(siteOf(branch.branch), *graph, archive);
    }
}

} // namespace coverme

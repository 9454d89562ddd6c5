// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/SiteGraph.h"

namespace coverme {
namespace {

// Follows calls into the functions of the scope.
class CallFollower {
public:
  CallFollower(const Program &program, const Scope &scope)
      : program(program), isInScope(program.functions.size(), false) {
    for (const auto *functions : {&scope.functions, &scope.helperFunctions})
      for (const uint32_t function : *functions)
        isInScope[function] = true;
  }

  std::vector<uint32_t> sitesAfter(const Successors &start) const {
    std::vector<uint32_t> sites = start.sites;
    if (start.functions.empty())
      return sites;
    std::vector<uint32_t> work = start.functions;
    std::vector<bool> seen(isInScope.size(), false);
    while (!work.empty()) {
      const uint32_t function = work.back();
      work.pop_back();
      if (!isInScope[function] || seen[function])
        continue;
      seen[function] = true;
      const Successors &entry = program.functions[function].entry;
      sites.insert(sites.end(), entry.sites.begin(), entry.sites.end());
      work.insert(work.end(), entry.functions.begin(), entry.functions.end());
    }
    return sites;
  }

private:
  const Program &program;
  std::vector<bool> isInScope;
};

} // namespace

SiteGraph::SiteGraph(const Program &program, const Scope &scope)
    : nextSites(2 * program.sites.size()),
      incomingBranches(program.sites.size()) {
  const CallFollower calls(program, scope);
  for (const auto *sites : {&scope.sites, &scope.helperSites})
    for (const uint32_t site : *sites)
      for (const bool outcome : {false, true}) {
        const BranchId branch = branchOf(site, outcome);
        nextSites[branch] = calls.sitesAfter(program.sites[site].next[outcome]);
        for (const uint32_t next : nextSites[branch])
          incomingBranches[next].push_back(branch);
      }
}

void ApproachLevels::mark(uint32_t site, uint8_t level) {
  levels[site] = level;
  leading[site] = {false, false};
  marked.push_back(site);
}

void ApproachLevels::aimAt(std::optional<uint32_t> target, bool approach) {
  for (const uint32_t site : marked)
    levels[site] = kUnreachable;
  marked.clear();
  if (!target)
    return;
  mark(*target, 0);
  if (!approach)
    return;
  // Breadth first: `marked` is the queue.
  for (size_t i = 0; i < marked.size(); ++i) {
    const uint8_t level = levels[marked[i]];
    for (const BranchId branch : graph.incoming(marked[i])) {
      const uint32_t before = siteOf(branch);
      if (levels[before] == kUnreachable && level < kMaxLevel)
        mark(before, static_cast<uint8_t>(level + 1));
      if (levels[before] != kUnreachable && levels[before] > level)
        leading[before][outcomeOf(branch)] = true;
    }
  }
}

} // namespace coverme

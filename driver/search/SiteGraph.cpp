// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/SiteGraph.h"

#include <algorithm>

namespace coverme {
namespace {

// Follows calls into the functions of the scope.
class CallFollower {
public:
  CallFollower(const Program &program, const Scope &scope)
      : program(program), isInScope(program.functions.size(), false) {
    for (const uint32_t function : scope.functions)
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
  for (const uint32_t site : scope.sites)
    for (const bool outcome : {false, true}) {
      const BranchId branch = branchOf(site, outcome);
      nextSites[branch] = calls.sitesAfter(program.sites[site].next[outcome]);
      for (const uint32_t next : nextSites[branch])
        incomingBranches[next].push_back(branch);
    }
}

std::vector<uint8_t> SiteGraph::levelsTo(uint32_t target, bool approach) const {
  std::vector<uint8_t> levels(incomingBranches.size(), kUnreachable);
  levels[target] = 0;
  std::vector<uint32_t> front;
  if (approach)
    front.push_back(target);
  for (uint8_t level = 1; level <= kMaxLevel && !front.empty(); ++level) {
    std::vector<uint32_t> newFront;
    for (const uint32_t site : front)
      for (const BranchId branch : incomingBranches[site])
        if (levels[siteOf(branch)] == kUnreachable) {
          levels[siteOf(branch)] = level;
          newFront.push_back(siteOf(branch));
        }
    front = std::move(newFront);
  }
  return levels;
}

} // namespace coverme

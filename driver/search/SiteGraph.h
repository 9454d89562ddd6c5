// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How control flows from branch to site, within a scope.
#ifndef COVERME_DRIVER_SEARCH_SITEGRAPH_H
#define COVERME_DRIVER_SEARCH_SITEGRAPH_H

#include "search/Scope.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace coverme {

class SiteGraph {
public:
  SiteGraph(const Program &program, const Scope &scope);

  // The sites of the scope that a branch leads to next: directly, and first
  // thing in the functions of the scope that are called on the way.
  const std::vector<uint32_t> &next(BranchId branch) const {
    return nextSites[branch];
  }

  static constexpr uint8_t kMaxLevel = 30;
  static constexpr uint8_t kUnreachable = std::numeric_limits<uint8_t>::max();

  // The approach levels of a site (Wegener et al., IST 43(14), 2001): by site,
  // the least number of decisions on the way from it to the target, which has
  // level 0. kUnreachable where there is no way or a longer one than
  // kMaxLevel; without `approach`, the target alone has a level.
  std::vector<uint8_t> levelsTo(uint32_t target, bool approach) const;

private:
  std::vector<std::vector<uint32_t>> nextSites;        // by branch
  std::vector<std::vector<BranchId>> incomingBranches; // by site
};

} // namespace coverme

#endif

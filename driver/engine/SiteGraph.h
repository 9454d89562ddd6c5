// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How control flows from branch to site, within a scope.
#ifndef COVERME_DRIVER_ENGINE_SITEGRAPH_H
#define COVERME_DRIVER_ENGINE_SITEGRAPH_H

#include "core/Scope.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace coverme {

class SiteGraph {
public:
  SiteGraph(const Program &program, const Scope &scope);

  size_t siteCount() const { return incomingBranches.size(); }

  // The sites of the scope that a branch leads to next: directly, and first
  // thing in the functions of the scope that are called on the way.
  const std::vector<uint32_t> &next(BranchId branch) const {
    return nextSites[branch];
  }

  // The branches that lead to a site next.
  const std::vector<BranchId> &incoming(uint32_t site) const {
    return incomingBranches[site];
  }

private:
  std::vector<std::vector<uint32_t>> nextSites;        // by branch
  std::vector<std::vector<BranchId>> incomingBranches; // by site
};

// The approach levels of one site, the target (Wegener et al., IST 43(14),
// 2001): the least number of decisions on the way from a site to it.
class ApproachLevels {
public:
  static constexpr uint8_t kMaxLevel = 30;
  static constexpr uint8_t kUnreachable = std::numeric_limits<uint8_t>::max();

  explicit ApproachLevels(const SiteGraph &graph)
      : graph(graph), levels(graph.siteCount(), kUnreachable),
        leading(graph.siteCount()) {}

  // Without `approach`, the target alone has a level; without a target, none.
  // Costs time in the number of sites that have a level now or had one before.
  void aimAt(std::optional<uint32_t> target, bool approach);

  // 0 for the target; kUnreachable where there is no way to it or a longer one
  // than kMaxLevel.
  uint8_t operator[](uint32_t site) const { return levels[site]; }

  // Does the outcome lead to a site of a lower level, that is, towards the
  // target?
  bool leadsOn(uint32_t site, bool outcome) const {
    return leading[site][outcome];
  }

  // The sites that have a level, ordered by level.
  std::span<const uint32_t> sites() const { return marked; }

private:
  void mark(uint32_t site, uint8_t level);

  const SiteGraph &graph;
  std::vector<uint8_t> levels;              // by site
  std::vector<std::array<bool, 2>> leading; // by site and outcome
  std::vector<uint32_t> marked;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which branches are saturated (Fu & Su, PLDI'17, Def. 3.2): covered or given
// up together with every branch reachable from them, or just by themselves.
#ifndef COVERME_DRIVER_GOALS_COVERAGE_SATURATION_H
#define COVERME_DRIVER_GOALS_COVERAGE_SATURATION_H

#include "engine/Goal.h"

#include <cstdint>
#include <vector>

namespace coverme {

// Branches of one strongly connected component (a loop) saturate together, so
// the components of the branch graph are counted down: each knows how many of
// its branches are not closed and how many of its edges lead to components
// that are not saturated. All closings together cost O(branches + edges).
class Saturation final : public Probes {
public:
  // `states` is the object's state bytes (COVERME_STATE_*), which are kept to
  // say which branches of the scope are not saturated; all others are zeroed.
  // Without `withDescendants` a branch is saturated as soon as it is closed.
  Saturation(const Program &program, const Scope &scope, bool withDescendants,
             uint8_t *states);

  void close(BranchId branch, bool wasReached) override;
  // Opens the helping branches; those that are closed already stay closed.
  void help() override;

  bool isSaturated(BranchId branch) const {
    return pending[component[branch]] == 0;
  }
  bool allClosed() const override { return openCount == 0; }
  bool counts(uint32_t site) const override {
    return (states[site] &
            (COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN)) != 0;
  }
  // The open branch of the site; that of the true outcome if both are open.
  BranchId measuredAt(uint32_t site) const override {
    const BranchId onTrue = branchOf(site, true);
    return isSaturated(onTrue) ? branchOf(site, false) : onTrue;
  }

private:
  void saturate(uint32_t component);

  // By branch; kNone for branches outside the scope, and for those that help.
  std::vector<uint32_t> component;
  std::vector<bool> closed;
  // By component: open branches in it plus edges out of it to components that
  // are not saturated; its branches; and the components that lead to it, once
  // per edge.
  std::vector<uint32_t> pending;
  std::vector<std::vector<BranchId>> members;
  std::vector<std::vector<uint32_t>> predecessors;
  uint32_t openCount = 0; // branches not saturated
  std::vector<uint32_t> helperSites;
  uint8_t *states;
};

} // namespace coverme

#endif

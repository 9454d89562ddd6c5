// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branch coverage (PLDI'17): take every branch of the scope's decisions.
#ifndef COVERME_DRIVER_GOALS_COVERAGE_COVERAGEGOAL_H
#define COVERME_DRIVER_GOALS_COVERAGE_COVERAGEGOAL_H

#include "engine/Goal.h"

namespace coverme {

// Targets are numbered as branches are (BranchId). Those of the entry's
// functions are asked for, those of its assumption are on the way, and those of
// functions that these call help.
class CoverageGoal : public Goal {
public:
  CoverageGoal(const Program &program, Scope scope);

  uint32_t targetCount() const override {
    return static_cast<uint32_t>(numbers.size());
  }
  std::vector<TargetId> targets() const override;
  std::vector<TargetId> asked() const override;
  std::vector<TargetId> helpers() const override;
  std::span<const TargetId> targetsAt(uint32_t site) const override {
    return std::span(numbers).subspan(branchOf(site, false), 2);
  }
  uint32_t siteOf(TargetId target) const override {
    return coverme::siteOf(target);
  }
  Rank distance(TargetId target, const coverme_visit &visit) const override {
    return visit.distance[outcomeOf(target)];
  }
  bool countsAllCalls() const override { return false; }
  Query query(TargetId target) const override {
    return {coverme::siteOf(target), outcomeOf(target)};
  }
  std::unique_ptr<Probes> probe(uint8_t *states,
                                bool withDescendants) const override;

private:
  std::vector<TargetId> numbers; // 0, 1, ...
};

} // namespace coverme

#endif

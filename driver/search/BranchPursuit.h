// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One branch as a problem.
#ifndef COVERME_DRIVER_SEARCH_BRANCHPURSUIT_H
#define COVERME_DRIVER_SEARCH_BRANCHPURSUIT_H

#include "search/LocalSearch.h"
#include "search/Objective.h"
#include "search/SiteGraph.h"

namespace coverme {

// How far a call is from taking the branch: first the approach level, the
// number of decisions still between the nearest site that it reached and the
// branch's own; then the distance at that site to the outcome that leads on.
// Any new branch met on the way is recorded all the same.
class BranchPursuit final : public Problem {
public:
  // Aims `levels` at the branch, for as long as this pursuit lives. Without
  // `approach`, only calls that reach the branch's site tell anything.
  BranchPursuit(Objective &objective, ApproachLevels &levels, BranchId branch,
                bool approach);
  ~BranchPursuit() override;
  BranchPursuit(const BranchPursuit &) = delete;
  BranchPursuit &operator=(const BranchPursuit &) = delete;

  // The rank of a call that did not return, or came nowhere near.
  static constexpr Rank kWorst = ~Rank{0};

  const InputSpace &inputs() const override { return objective.inputs(); }
  Rank evaluate(const Input &x) override;
  // Levels weigh more than any distance; the numbers between say little.
  double toDouble(Rank rank) const override {
    return static_cast<double>(rank);
  }
  bool isDone() const override {
    return objective.isBudgetSpent() || !objective.isOpen(branch);
  }

private:
  Objective &objective;
  const ApproachLevels &levels;
  BranchId branch;
};

} // namespace coverme

#endif

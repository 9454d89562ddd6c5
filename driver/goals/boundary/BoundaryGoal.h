// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boundary values ("Mathematical Execution", Sec. 2): make the two sides of a
// comparison equal, or show that no call does.
#ifndef COVERME_DRIVER_GOALS_BOUNDARY_BOUNDARYGOAL_H
#define COVERME_DRIVER_GOALS_BOUNDARY_BOUNDARYGOAL_H

#include "goals/reach/ReachGoal.h"

namespace coverme {

// The boundaries are marks that ask whether the sides are equal
// (coverme/marks.h), so that a mark's distance is that between the sides.
class BoundaryGoal final : public ReachGoal {
public:
  using ReachGoal::ReachGoal;

  // A test of a boundary has a result to compare.
  bool countsAllCalls() const override { return false; }
};

} // namespace coverme

#endif

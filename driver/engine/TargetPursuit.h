// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One target as a problem.
#ifndef COVERME_DRIVER_ENGINE_TARGETPURSUIT_H
#define COVERME_DRIVER_ENGINE_TARGETPURSUIT_H

#include "engine/Objective.h"
#include "engine/SiteGraph.h"
#include "optimise/LocalSearch.h"

namespace coverme {

// Its rank of an input is how far the call is from the target: first the
// approach level, the number of decisions still between the nearest site that
// it reached and the target's own; then the distance at that site to the
// outcome that leads on.
// Any other target reached on the way is recorded all the same.
class TargetPursuit final : public Problem {
public:
  // Aims `levels` at the target, for as long as this pursuit lives. Without
  // `approach`, only calls that reach its site tell anything.
  TargetPursuit(Objective &objective, ApproachLevels &levels, TargetId target,
                bool approach);
  ~TargetPursuit() override;
  TargetPursuit(const TargetPursuit &) = delete;
  TargetPursuit &operator=(const TargetPursuit &) = delete;

  // The rank of a call that does not count, came nowhere near, or reached the
  // target and did not return.
  static constexpr Rank kWorst = ~Rank{0};

  const InputSpace &inputs() const override { return objective.inputs(); }
  Rank evaluate(const Input &x) override;
  // Levels weigh more than any distance; the numbers between say little.
  double toDouble(Rank rank) const override {
    return static_cast<double>(rank);
  }
  bool isDone() const override {
    return objective.isBudgetSpent() || !objective.isOpen(target);
  }

private:
  Objective &objective;
  const ApproachLevels &levels;
  TargetId target;
};

} // namespace coverme

#endif

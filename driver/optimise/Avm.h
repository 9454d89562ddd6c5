// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The alternating variable method (Korel, TSE'90) in ordinal space.
#ifndef COVERME_DRIVER_OPTIMISE_AVM_H
#define COVERME_DRIVER_OPTIMISE_AVM_H

#include "optimise/LocalSearch.h"
#include "support/Random.h"

namespace coverme {

// One variable at a time. Exploratory moves try the neighbours, then steps of
// growing powers of two, since much code looks only at the upper bits of a
// value. A step that improves starts a pattern move: doubled while it
// improves, then halved down to one. A comparison with a constant is a
// straight line in ordinals, so this takes about 2*64 evaluations for any
// 64-bit input. Accepts improvements only; ends when no variable has one.
class Avm final : public LocalSearch {
public:
  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;
};

// Two variables at once: one leads with a step, the other follows to its best
// before the step is reported; steps that improve are doubled, then halved, as
// there. So it walks along curves that no single variable can follow: a valley,
// or the inputs that keep an equality true on the way to the branch. Pairs are
// tried in random order until none has an improvement. With one variable, the
// plain method.
class JointAvm final : public LocalSearch {
public:
  explicit JointAvm(uint64_t seed) : random(seed) {}

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  Random random;
};

} // namespace coverme

#endif

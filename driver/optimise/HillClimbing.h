// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random small changes, of the kinds that numerical code notices.
#ifndef COVERME_DRIVER_OPTIMISE_HILLCLIMBING_H
#define COVERME_DRIVER_OPTIMISE_HILLCLIMBING_H

#include "optimise/LocalSearch.h"
#include "optimise/StartPoints.h"
#include "support/Random.h"

namespace coverme {

// A (1+1) evolutionary algorithm: takes a change unless it is worse, so that it
// drifts over plains (a count of samples in a band, a checksum), where a
// descent stands still. Ends when a number of changes has brought nothing.
class HillClimbing final : public LocalSearch {
public:
  HillClimbing(const StartPoints &starts, uint64_t seed)
      : starts(starts), random(seed) {}

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  const StartPoints &starts;
  Random random;
};

// Makes a few changes: a scalar drawn anew, copied from another, moved by a
// power of two of ordinals, or rounded to fewer mantissa bits; or all floats
// scaled, shifted or rounded together, or all scalars moved along. require:
// there are scalars
void mutate(const InputSpace &space, const StartPoints &starts, Input &x,
            Random &random);

} // namespace coverme

#endif

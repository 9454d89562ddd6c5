// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A (15, 100) evolution strategy in ordinal space.
#ifndef COVERME_DRIVER_OPTIMISE_EVOLUTIONSTRATEGY_H
#define COVERME_DRIVER_OPTIMISE_EVOLUTIONSTRATEGY_H

#include "optimise/LocalSearch.h"
#include "support/Random.h"

namespace coverme {

// Self-adaptive evolution (Beyer & Schwefel, Natural Computing 1, 2002), with
// the settings of FloPSy (Lakhotia et al., ICTSS 2010): 15 parents, of which
// 100 children are made by recombination and mutation; the best 15 children
// are the next parents. Step sizes are in ordinals and evolve with their
// owners. Ends at zero, after maxEvaluations, or when a number of generations
// has brought nothing.
class EvolutionStrategy final : public LocalSearch {
public:
  EvolutionStrategy(const EsSettings &settings, uint64_t seed)
      : settings(settings), random(seed) {}

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  EsSettings settings;
  Random random;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The baseline: no direction at all.
#ifndef COVERME_DRIVER_OPTIMISE_RANDOMSEARCH_H
#define COVERME_DRIVER_OPTIMISE_RANDOMSEARCH_H

#include "optimise/LocalSearch.h"
#include "support/Random.h"

namespace coverme {

// Every bit pattern as likely as any other, wherever the walk should start.
Input uniformInput(const InputSpace &space, Random &random);

class RandomSearch final : public LocalSearch {
public:
  explicit RandomSearch(uint64_t seed) : random(seed) {}

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  Random random;
};

} // namespace coverme

#endif

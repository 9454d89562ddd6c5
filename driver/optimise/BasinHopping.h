// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Markov chain of Algorithm 1 (Fu & Su, PLDI'17, lines 24-34).
#ifndef COVERME_DRIVER_OPTIMISE_BASINHOPPING_H
#define COVERME_DRIVER_OPTIMISE_BASINHOPPING_H

#include "optimise/LocalSearch.h"
#include "support/Random.h"

namespace coverme {

// Minimises from `x`, then `iterations` times: perturb, minimise, and accept
// the new minimum if it is lower, else with probability exp(f(old) - f(new))
// (Metropolis at temperature 1). Leaves the chain's best minimum in `x` and
// returns its rank; stops at zero or when the problem is done. Each local
// minimisation may take `maxEvaluations`.
Rank basinHopping(Problem &problem, LocalSearch &local, Random &random,
                  uint32_t iterations, uint64_t maxEvaluations, Input &x);

// A random move away from a minimum. The paper leaves the distribution open;
// ours moves each number by a normal step, scaled, half of the time each, to
// the number itself or to one.
Input perturbed(const InputSpace &space, const Input &x, Random &random);

} // namespace coverme

#endif

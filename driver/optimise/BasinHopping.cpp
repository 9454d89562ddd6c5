// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/BasinHopping.h"

#include <algorithm>
#include <cmath>

namespace coverme {

Input perturbed(const InputSpace &space, const Input &x, Random &random) {
  Input moved(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double value = space.toReal(i, x[i]);
    const double step = random.normal();
    const bool relative = random.below(2) != 0;
    moved[i] =
        space.fromReal(i, value + step * (relative ? std::fabs(value) : 1.0));
  }
  return moved;
}

Rank basinHopping(Problem &problem, LocalSearch &local, Random &random,
                  uint32_t iterations, uint64_t maxEvaluations, Input &x) {
  Rank rank = local.minimise(problem, x, maxEvaluations);
  Input best = x;
  Rank bestRank = rank;
  for (uint32_t k = 0; k < iterations && bestRank != 0 && !problem.isDone();
       ++k) {
    Input candidate = perturbed(problem.inputs(), x, random);
    const Rank candidateRank =
        local.minimise(problem, candidate, maxEvaluations);
    if (candidateRank < bestRank) {
      bestRank = candidateRank;
      best = candidate;
    }
    const double rise =
        problem.toDouble(candidateRank) - problem.toDouble(rank);
    if (rise < 0 || random.unit() < std::exp(-rise)) {
      x = std::move(candidate);
      rank = candidateRank;
    }
  }
  x = std::move(best);
  return bestRank;
}

} // namespace coverme

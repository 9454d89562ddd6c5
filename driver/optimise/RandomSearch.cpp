// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/RandomSearch.h"

namespace coverme {

Input uniformInput(const InputSpace &space, Random &random) {
  Input input(space.size());
  for (size_t i = 0; i < input.size(); ++i) {
    const auto low = static_cast<uint64_t>(space.lowest(i));
    const uint64_t range = static_cast<uint64_t>(space.highest(i)) - low;
    const uint64_t offset =
        range == UINT64_MAX ? random.bits() : random.below(range + 1);
    input[i] = space.fromOrdinal(i, static_cast<int64_t>(low + offset));
  }
  return input;
}

Rank RandomSearch::minimise(Problem &problem, Input &x,
                            uint64_t maxEvaluations) {
  Rank best = problem.evaluate(x);
  for (uint64_t i = 1; i < maxEvaluations && best != 0 && !problem.isDone();
       ++i) {
    Input candidate = uniformInput(problem.inputs(), random);
    const Rank rank = problem.evaluate(candidate);
    if (rank < best) {
      best = rank;
      x = std::move(candidate);
    }
  }
  return best;
}

} // namespace coverme

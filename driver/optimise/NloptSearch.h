// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NLopt's derivative-free local optimisers, on real coordinates.
#ifndef COVERME_DRIVER_OPTIMISE_NLOPTSEARCH_H
#define COVERME_DRIVER_OPTIMISE_NLOPTSEARCH_H

#include "optimise/LocalSearch.h"

namespace coverme {

class NloptSearch final : public LocalSearch {
public:
  // require: `method` is one of NLopt's.
  NloptSearch(LocalMethod method, uint64_t seed);

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  struct Descent;
  static double callback(const std::vector<double> &coordinates,
                         std::vector<double> &gradient, void *descent);
  // One run of the optimiser from the best point so far.
  void run(Descent &descent, double scale) const;

  LocalMethod method;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one interface of all local optimisers.
#ifndef COVERME_DRIVER_OPTIMISE_LOCALSEARCH_H
#define COVERME_DRIVER_OPTIMISE_LOCALSEARCH_H

#include "core/InputSpace.h"
#include "coverme/Distance.h"
#include "optimise/StartPoints.h"
#include "options/Options.h"

#include <memory>

namespace coverme {

// A function of the inputs to minimise; zero is the aim.
class Problem {
public:
  virtual ~Problem() = default;
  virtual const InputSpace &inputs() const = 0;
  virtual Rank evaluate(const Input &x) = 0;
  virtual double toDouble(Rank rank) const = 0;
  // The optimiser should come to its end.
  virtual bool isDone() const = 0;
};

class LocalSearch {
public:
  virtual ~LocalSearch() = default;

  // Walks from `x` downhill. Leaves the best input in `x` and returns its
  // rank. Stops at zero, at a local minimum, after `maxEvaluations`, or when
  // the problem is done.
  virtual Rank minimise(Problem &problem, Input &x,
                        uint64_t maxEvaluations) = 0;
};

// The optimiser for a method; `seed` is for those that draw random numbers,
// `starts` for those that draw values, which keep it by reference.
// require: not Auto, which is a search of its own (engine/Scheduler.h).
std::unique_ptr<LocalSearch> makeLocalSearch(LocalMethod method,
                                             const EsSettings &es,
                                             const StartPoints &starts,
                                             uint64_t seed);

} // namespace coverme

#endif

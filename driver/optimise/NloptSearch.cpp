// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes NLopt, and so the border to its C frames.

#include "optimise/NloptSearch.h"

#include <nlopt.hpp>

#include <algorithm>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>

namespace coverme {
namespace {

nlopt::algorithm algorithmOf(LocalMethod method) {
  switch (method) {
  case LocalMethod::Powell:
    return nlopt::LN_PRAXIS;
  case LocalMethod::Bobyqa:
    return nlopt::LN_BOBYQA;
  case LocalMethod::Newuoa:
    return nlopt::LN_NEWUOA;
  case LocalMethod::Cobyla:
    return nlopt::LN_COBYLA;
  case LocalMethod::NelderMead:
    return nlopt::LN_NELDERMEAD;
  case LocalMethod::Sbplx:
    return nlopt::LN_SBPLX;
  case LocalMethod::Auto:
  case LocalMethod::Avm:
  case LocalMethod::JointAvm:
  case LocalMethod::Climb:
  case LocalMethod::Es:
  case LocalMethod::Random:
    break;
  }
  assert(false && "not a method of NLopt");
  return nlopt::LN_PRAXIS;
}

// BOBYQA and NEWUOA build quadratic models, which need two dimensions; a
// coordinate that nothing depends on is the second one where there is none.
constexpr size_t kLeastDimension = 2;

// First steps, relative to a coordinate's size, and by how much they grow from
// one run to the next. A tenth crosses binades in a few steps.
constexpr double kFirstScale = 0.1;
constexpr double kStepGrowth = 10;
constexpr double kLeastStep = 1e-3; // around zero
// COBYLA squares lengths, and never ends once they overflow.
constexpr double kCobylaLargest = 0x1p500;

} // namespace

// Our side of the callback, over the runs of one minimisation.
struct NloptSearch::Descent {
  Problem &problem;
  Input at; // scratch
  Input best;
  uint64_t maxEvaluations;
  Rank bestRank = std::numeric_limits<Rank>::max();
  uint64_t evaluations = 0;
  nlopt::opt *optimiser = nullptr; // of the current run

  bool isOver() const {
    return bestRank == 0 || evaluations >= maxEvaluations || problem.isDone();
  }

  Rank evaluate(const Input &x) {
    const Rank rank = problem.evaluate(x);
    ++evaluations;
    if (rank < bestRank) {
      bestRank = rank;
      best = x;
    }
    return rank;
  }

  // PRAXIS asks for more after it was told to stop.
  double evaluate(const std::vector<double> &coordinates) {
    if (isOver()) {
      optimiser->force_stop();
      return problem.toDouble(bestRank);
    }
    const InputSpace &space = problem.inputs();
    for (size_t i = 0; i < at.size(); ++i)
      at[i] = space.fromReal(i, coordinates[i]);
    return problem.toDouble(evaluate(at));
  }
};

// Nothing in here throws but for lack of memory, which nlopt::opt carries
// across its C frames itself.
double NloptSearch::callback(const std::vector<double> &coordinates,
                             std::vector<double> &, void *descent) {
  return static_cast<Descent *>(descent)->evaluate(coordinates);
}

NloptSearch::NloptSearch(LocalMethod method, uint64_t seed) : method(method) {
  nlopt::srand(static_cast<unsigned long>(seed)); // PRAXIS draws from it
}

Rank NloptSearch::minimise(Problem &problem, Input &x,
                           uint64_t maxEvaluations) {
  Descent descent{problem, x, x, std::max<uint64_t>(maxEvaluations, 1)};
  descent.evaluate(x); // as it is: a NaN or an infinity has no coordinate
  // Each run keeps its steps near its first one, so where a run has moved,
  // another starts from its end with larger ones: the thresholds of libm code
  // lie hundreds of binades apart.
  Rank before = descent.bestRank;
  double scale = kFirstScale;
  do {
    before = descent.bestRank;
    run(descent, scale);
    scale *= kStepGrowth;
  } while (descent.bestRank < before && !descent.isOver());
  x = descent.best;
  return descent.bestRank;
}

void NloptSearch::run(Descent &descent, double scale) const {
  const InputSpace &space = descent.problem.inputs();
  const Input from = descent.best;
  const size_t dimension = std::max(space.size(), kLeastDimension);
  nlopt::opt optimiser(algorithmOf(method), static_cast<unsigned>(dimension));
  descent.optimiser = &optimiser;
  optimiser.set_min_objective(callback, &descent);
  optimiser.set_maxeval(static_cast<int>(
      std::min<uint64_t>(descent.maxEvaluations - descent.evaluations + 1,
                         std::numeric_limits<int>::max())));
  optimiser.set_xtol_rel(DBL_EPSILON);
  optimiser.set_ftol_rel(DBL_EPSILON);

  std::vector<double> coordinates(dimension, 0.0);
  std::vector<double> firstStep(dimension, 1.0);
  const double largest =
      method == LocalMethod::Cobyla ? kCobylaLargest : DBL_MAX;
  for (size_t i = 0; i < from.size(); ++i) {
    coordinates[i] = std::clamp(space.toReal(i, from[i]), -largest, largest);
    firstStep[i] =
        std::clamp(std::fabs(coordinates[i]) * scale, kLeastStep, largest);
  }
  double value = 0;
  try {
    optimiser.set_initial_step(firstStep);
    optimiser.optimize(coordinates, value);
  } catch (const nlopt::forced_stop &) {
    // We asked for it.
  } catch (const nlopt::roundoff_limited &) {
    // As near to the minimum as doubles go.
  } catch (const std::runtime_error &) {
    // The optimiser gave up; what it has found is kept all the same.
  } catch (const std::invalid_argument &) {
    // Its arithmetic overflowed near the largest doubles.
  }
}

} // namespace coverme

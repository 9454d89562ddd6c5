// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/EvolutionStrategy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace coverme {
namespace {

constexpr size_t kParents = 15;
constexpr size_t kChildren = 100;
// Generations without a better best before the strategy ends.
constexpr int kPatience = 10;
// First step, in ordinals: a double's last 40 bits, which leaves its binade
// now and then.
constexpr double kFirstStep = 0x1p40;

struct Individual {
  std::vector<int64_t> ordinals;
  std::vector<double> steps; // one for all, or one for each
  Rank rank = std::numeric_limits<Rank>::max();
};

// The ordinal moved by a real number of ordinals, stopped at the bounds.
int64_t movedBy(int64_t from, double step, int64_t low, int64_t high) {
  // In long double, whose 64 bits hold every ordinal.
  const long double to =
      static_cast<long double>(from) + static_cast<long double>(step);
  if (!(to > static_cast<long double>(low)))
    return low;
  return to < static_cast<long double>(high) ? static_cast<int64_t>(to) : high;
}

// Without overflow.
int64_t middle(int64_t a, int64_t b) { return (a & b) + ((a ^ b) >> 1); }

class Evolution {
public:
  Evolution(Problem &problem, const EsSettings &settings, Random &random,
            uint64_t maxEvaluations)
      : problem(problem), space(problem.inputs()), settings(settings),
        random(random), left(maxEvaluations) {}

  Individual run(const Input &x) {
    Individual best = found(x);
    std::vector<Individual> parents{best};
    while (parents.size() < kParents && !isOver(best))
      parents.push_back(note(mutated(parents[0]), best));
    for (int idle = 0; idle < kPatience && !isOver(best); ++idle) {
      const Rank before = best.rank;
      std::vector<Individual> children;
      while (children.size() < kChildren && !isOver(best))
        children.push_back(note(mutated(recombined(parents)), best));
      if (best.rank < before)
        idle = 0;
      std::sort(children.begin(), children.end(),
                [](const Individual &a, const Individual &b) {
                  return std::tie(a.rank, a.ordinals) <
                         std::tie(b.rank, b.ordinals);
                });
      children.resize(std::min(children.size(), kParents));
      if (!children.empty())
        parents = std::move(children);
    }
    return best;
  }

  Input inputOf(const Individual &individual) const {
    Input x(individual.ordinals.size());
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = space.fromOrdinal(i, individual.ordinals[i]);
    return x;
  }

private:
  bool isOver(const Individual &best) const {
    return best.rank == 0 || left == 0 || problem.isDone();
  }

  Individual found(const Input &x) {
    Individual individual;
    for (size_t i = 0; i < x.size(); ++i)
      individual.ordinals.push_back(space.ordinal(i, x[i]));
    individual.steps.assign(settings.multiStep ? x.size() : 1, kFirstStep);
    individual.rank = evaluate(individual);
    return individual;
  }

  Rank evaluate(const Individual &individual) {
    --left;
    return problem.evaluate(inputOf(individual));
  }

  // Ranks a new individual and keeps it if it is the best so far.
  Individual note(Individual individual, Individual &best) {
    individual.rank = evaluate(individual);
    if (individual.rank < best.rank)
      best = individual;
    return individual;
  }

  const Individual &anyOf(const std::vector<Individual> &parents) {
    return parents[random.below(parents.size())];
  }

  // Two parents for the whole child, or two new ones for every coordinate
  // (global); each coordinate from one of them, or from their middle.
  Individual recombined(const std::vector<Individual> &parents) {
    const Individual *a = &anyOf(parents), *b = &anyOf(parents);
    Individual child = *a;
    const bool isGlobal =
        settings.recombination == Recombination::Global ||
        settings.recombination == Recombination::GlobalIntermediate;
    const bool takesMiddle =
        settings.recombination == Recombination::Intermediate ||
        settings.recombination == Recombination::GlobalIntermediate;
    for (size_t i = 0; i < child.ordinals.size(); ++i) {
      if (isGlobal) {
        a = &anyOf(parents);
        b = &anyOf(parents);
      }
      child.ordinals[i] = takesMiddle ? middle(a->ordinals[i], b->ordinals[i])
                          : random.below(2) != 0 ? a->ordinals[i]
                                                 : b->ordinals[i];
      if (i < child.steps.size()) // step sizes mix best by their mean
        child.steps[i] = std::sqrt(a->steps[i] * b->steps[i]);
    }
    return child;
  }

  // Log-normal steps first, then the coordinates with the new steps.
  Individual mutated(Individual individual) {
    const auto n = static_cast<double>(individual.ordinals.size());
    const double common =
        random.normal() / std::sqrt(settings.multiStep ? 2 * n : n);
    for (double &step : individual.steps) {
      const double own = settings.multiStep
                             ? random.normal() / std::sqrt(2 * std::sqrt(n))
                             : 0;
      step = std::clamp(step * std::exp(common + own), 1.0, 0x1p62);
    }
    for (size_t i = 0; i < individual.ordinals.size(); ++i) {
      const double step =
          individual.steps[std::min(i, individual.steps.size() - 1)];
      individual.ordinals[i] =
          movedBy(individual.ordinals[i], std::round(step * random.normal()),
                  space.lowest(i), space.highest(i));
    }
    return individual;
  }

  Problem &problem;
  const InputSpace &space;
  const EsSettings &settings;
  Random &random;
  uint64_t left;
};

} // namespace

Rank EvolutionStrategy::minimise(Problem &problem, Input &x,
                                 uint64_t maxEvaluations) {
  Evolution evolution(problem, settings, random,
                      std::max<uint64_t>(maxEvaluations, 1));
  const Individual best = evolution.run(x);
  x = evolution.inputOf(best);
  return best.rank;
}

} // namespace coverme

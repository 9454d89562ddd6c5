// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Search.h"

#include "search/BasinHopping.h"
#include "search/BranchPursuit.h"
#include "search/Portfolio.h"
#include "search/RandomSearch.h"
#include "search/StartPoints.h"

#include <algorithm>

namespace coverme {
namespace {

// Most inputs of the fixed list; the cross product of two rich scalars has
// about this many.
constexpr size_t kFixedStarts = 20'000;
// Evaluations of one local minimisation of Algorithm 1 per scalar: SciPy's
// Powell, which the paper used, stops after 1000 times the dimension.
constexpr uint64_t kEvaluationsPerScalar = 1000;
// Iterations of the Markov chain from one branch given up to the next; the
// paper does not say, its authors' code (github.com/zhoulaifu/coverme,
// src/mcmc.py) has 10.
constexpr uint32_t kIterationsPerGiveUp = 10;
// First round's evaluations per pursued branch; it doubles every round.
constexpr uint64_t kFirstPursuit = 500;
// Random inputs ahead of each round.
constexpr uint64_t kRandomPerRound = 500;

// The members of the default search's portfolio.
constexpr LocalMethod kPortfolio[] = {LocalMethod::Avm, LocalMethod::Es,
                                      LocalMethod::Powell,
                                      LocalMethod::NelderMead};

// FOO_R as a problem.
class RepresentingFunction final : public Problem {
public:
  explicit RepresentingFunction(Objective &objective) : objective(objective) {}
  const InputSpace &inputs() const override { return objective.inputs(); }
  Rank evaluate(const Input &x) override { return objective.evaluate(x); }
  double toDouble(Rank rank) const override { return objective.toDouble(rank); }
  bool isDone() const override { return objective.isDone(); }

private:
  Objective &objective;
};

// The starting points' constants: those of all functions that count.
std::vector<Constant> constantsOf(const Objective &objective) {
  std::vector<Constant> all;
  for (const uint32_t index : objective.scope.functions) {
    const auto &constants = objective.program.functions[index].constants;
    all.insert(all.end(), constants.begin(), constants.end());
  }
  return all;
}

class Searcher {
public:
  Searcher(Objective &objective, const SearchOptions &options, uint64_t seed)
      : objective(objective), options(options), random(seed),
        starts(objective.inputs(), constantsOf(objective), options.ingredients,
               random),
        graph(objective.program, objective.scope), levels(graph),
        local(options.local == LocalMethod::Auto
                  ? makePortfolio(seed)
                  : makeLocalSearch(options.local, options.es, seed)) {}

  void runPaper() {
    // The paper's starting points know nothing of the code's constants.
    const StartPoints plain(objective.inputs(), {}, options.ingredients,
                            random);
    const uint32_t startsPerGiveUp =
        std::max(kIterationsPerGiveUp / std::max(options.iterations, 1U), 1U);
    uint32_t failures = 0;
    for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
      Input x =
          k == 0 ? Input(objective.inputs().size(), 0) : plain.draw(random);
      if (hop(x) == 0 || ++failures % startsPerGiveUp != 0)
        continue;
      // Sec. 5.3: a non-zero minimum speaks against the branch it points at.
      objective.evaluate(x);
      if (const BranchId branch = objective.lastOpenBranch();
          branch != Objective::kNoBranch)
        objective.giveUp(branch);
    }
  }

  void runAlgorithm1() {
    sweep();
    for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
      Input x = starts.draw(random);
      hop(x);
    }
  }

  // The baseline: nothing but the optimiser, which draws uniformly.
  void runRandom() {
    RepresentingFunction function(objective);
    while (!objective.isDone()) {
      Input x = uniformInput(objective.inputs(), random);
      local->minimise(function, x, kEvaluationsPerScalar);
    }
  }

  void runStaged() {
    sweep();
    for (uint64_t effort = kFirstPursuit; !objective.isDone(); effort *= 2) {
      for (uint64_t i = 0; i < kRandomPerRound && !objective.isDone(); ++i)
        objective.evaluate(starts.draw(random));
      if (options.ingredients.pursuit)
        pursueFrontier(effort);
      if (options.ingredients.hopping && !objective.isDone()) {
        Input x = starts.draw(random);
        hop(x);
      }
    }
  }

private:
  std::unique_ptr<LocalSearch> makePortfolio(uint64_t seed) const {
    std::vector<std::unique_ptr<LocalSearch>> members;
    for (const LocalMethod method : kPortfolio)
      members.push_back(makeLocalSearch(method, options.es, seed));
    return std::make_unique<Portfolio>(
        std::move(members),
        [this] {
          return Portfolio::Account{objective.coveredCount(),
                                    objective.evaluations()};
        },
        seed);
  }

  void sweep() {
    const size_t limit =
        std::min<uint64_t>(kFixedStarts, options.maxEvaluations / 2);
    for (const Input &x : starts.fixed(limit)) {
      if (objective.isDone())
        return;
      objective.evaluate(x);
    }
  }

  Rank hop(Input &x) {
    RepresentingFunction function(objective);
    return basinHopping(function, *local, random, options.iterations,
                        kEvaluationsPerScalar * std::max<size_t>(x.size(), 1),
                        x);
  }

  // Uncovered branches whose site was reached, in the order of sites.
  std::vector<BranchId> frontier() const {
    std::vector<BranchId> branches;
    for (const uint32_t site : objective.scope.sites)
      for (const bool outcome : {false, true}) {
        const BranchId branch = branchOf(site, outcome);
        if (objective.state.branches[branch].seen != 0 &&
            !objective.isCovered(branch))
          branches.push_back(branch);
      }
    return branches;
  }

  void pursueFrontier(uint64_t effort) {
    for (const BranchId branch : frontier()) {
      const uint64_t before = objective.evaluations();
      const auto spent = [&] { return objective.evaluations() - before; };
      BranchPursuit pursuit(objective, levels, branch,
                            options.ingredients.approach);
      BranchRecord &record = objective.state.branches[branch];
      const auto nearest = objective.state.bestInput(branch);
      Input x(nearest.begin(), nearest.end());
      while (!pursuit.isDone() && spent() < effort) {
        if (local->minimise(pursuit, x, effort - spent()) != 0 &&
            spent() < effort)
          ++record.minima;
        x = starts.draw(random);
        if (random.below(2) == 0)
          x = perturbed(objective.inputs(), {nearest.begin(), nearest.end()},
                        random);
      }
      record.spent += spent();
    }
  }

  Objective &objective;
  const SearchOptions &options;
  Random random;
  StartPoints starts;
  SiteGraph graph;
  ApproachLevels levels;
  std::unique_ptr<LocalSearch> local;
};

} // namespace

void runSearch(Objective &objective, const SearchOptions &options,
               uint32_t restart) {
  constexpr uint64_t kStride = 0x9e3779b97f4a7c15; // 2^64 / golden ratio
  if (objective.inputs().size() == 0) {
    objective.evaluate({}); // there is but one input
    return;
  }
  Searcher searcher(objective, options, options.seed + restart * kStride);
  if (options.paper)
    searcher.runPaper();
  else if (options.local == LocalMethod::Auto)
    searcher.runStaged();
  else if (options.local == LocalMethod::Random)
    searcher.runRandom();
  else
    searcher.runAlgorithm1();
}

} // namespace coverme

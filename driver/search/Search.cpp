// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Search.h"

#include "search/BasinHopping.h"
#include "search/BranchPursuit.h"
#include "search/HillClimbing.h"
#include "search/Portfolio.h"
#include "search/RandomSearch.h"
#include "search/StartPoints.h"

#include <algorithm>

namespace coverme {
namespace {

// Fixed starting points without a new branch until the rest of them has to wait
// its turn; the specials and constants of one scalar are fewer.
constexpr uint64_t kSweepPatience = 1000;
// A branch is left alone after this part of the budget, once for each input and
// once more, if its distance has never changed: such branches (`if (huge + x >
// 1)` behind a guard that keeps x small) give a search nothing to go by. Where
// all are of that kind, the search ends.
constexpr double kFlatShare = 0.015;
// So is one that so many calls have taken, none of which returned: each costs
// as much as hundreds of others.
constexpr uint32_t kMaxVain = 100;
// The search also ends when no uncovered branch has come nearer for long: after
// this part of the budget, and so many times as many evaluations as the last
// progress took.
constexpr double kLeastShare = 0.15;
constexpr uint64_t kPatience = 20;
// Evaluations of one local minimisation of Algorithm 1 per scalar: SciPy's
// Powell, which the paper used, stops after 1000 times the dimension.
constexpr uint64_t kEvaluationsPerScalar = 1000;
// Iterations of the Markov chain from one branch given up to the next; the
// paper does not say, its authors' code (github.com/zhoulaifu/coverme,
// src/mcmc.py) has 10.
constexpr uint32_t kIterationsPerGiveUp = 10;
// First round's evaluations per pursued branch; it doubles every round.
constexpr uint64_t kFirstPursuit = 500;
// A pursuit gives each optimiser that it calls at most this part of its
// evaluations, so that one alone cannot use up all.
constexpr uint64_t kSlices = 4;
// Random inputs ahead of each round.
constexpr uint64_t kRandomPerRound = 500;
// Inputs of a function without branches, at most, until a call returns.
constexpr int kPlainCalls = 100;
// Where pointers may lead elsewhere: inputs that each choice is tried on at
// once, and those that tell whether a choice makes a difference to a branch.
constexpr size_t kInputsPerLead = 48;
constexpr size_t kProbesPerLead = 6;
// So many choices have their turn in a branch's pursuit.
constexpr size_t kLeadsPerPursuit = 16;
// Least evaluations of a pursuit under a choice that does.
constexpr uint64_t kLeastPerLead = 60;
// A prover's steps per branch: after the first round, to spare the search what
// is easily proved, and when the search has come to its end.
constexpr uint64_t kEarlyEffort = 80'000;
constexpr uint64_t kLateEffort = 500'000;

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

// Each prover is asked about what the ones before it have left open.
void proveOpen(Objective &objective, const Provers &provers, uint64_t effort) {
  for (const std::unique_ptr<Prover> &prover : provers)
    if (const std::vector<BranchId> open = objective.openBranches();
        !open.empty() && !objective.isStopped())
      prover->prove(objective, open, effort);
}

// All ways to have one pointer lead elsewhere than `base` says.
std::vector<Input> neighboursOf(const Objective &objective, const Input &base) {
  const InputPlan &plan =
      objective.program.functions[objective.scope.entry].plan;
  std::vector<Input> all;
  for (size_t i = 0; i < base.size(); ++i)
    for (const uint64_t value :
         plan.inputs[plan.numberCount() + i].scalar.enumerators)
      if (value != base[i]) {
        all.push_back(base);
        all.back()[i] = value;
      }
  return all;
}

// Of a call whose numbers are as they are.
void runWithoutNumbers(Objective &objective) {
  objective.evaluate({});
  const std::span<const uint64_t> own = objective.leads();
  const std::vector<Input> ones =
      neighboursOf(objective, {own.begin(), own.end()});
  const auto run = [&](const Input &choice) {
    if (objective.isDone())
      return;
    objective.lead(choice);
    objective.evaluate({});
  };
  for (const Input &one : ones)
    run(one);
  for (const Input &one : ones)
    for (const Input &two : neighboursOf(objective, one))
      run(two);
  objective.lead({});
}

class Searcher {
public:
  Searcher(Objective &objective, const SearchOptions &options,
           const Provers &provers, uint64_t seed)
      : objective(objective), options(options), provers(provers), random(seed),
        starts(objective.inputs(), constantsOf(objective), options.ingredients,
               random),
        fixed(starts), graph(objective.program, objective.scope), levels(graph),
        local(options.local == LocalMethod::Auto
                  ? makePortfolio(seed)
                  : makeLocalSearch(options.local, options.es, starts, seed)),
        climbing(starts, seed) {}

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
      if (hop(x, minimisationBudget()) == 0 ||
          ++failures % startsPerGiveUp != 0)
        continue;
      // Sec. 5.3: a non-zero minimum speaks against the branch it points at.
      objective.evaluate(x);
      if (const BranchId branch = objective.lastOpenBranch();
          branch != Objective::kNoBranch)
        objective.giveUp(branch);
    }
  }

  void runAlgorithm1() {
    sweep(kSweepPatience);
    for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
      Input x = starts.draw(random);
      hop(x, minimisationBudget());
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
    sweep(kSweepPatience);
    tryLeads();
    for (uint64_t effort = kFirstPursuit;
         !objective.isDone() && !allFlat() && !isStuck();
         effort = std::min(2 * effort, options.maxEvaluations)) {
      sweep(effort);
      for (uint64_t i = 0; i < kRandomPerRound && !objective.isDone(); ++i)
        objective.evaluate(starts.draw(random));
      if (options.ingredients.pursuit)
        pursueFrontier(effort);
      proveEarly();
      if (options.ingredients.hopping && !objective.isDone()) {
        Input x = starts.draw(random);
        hop(x, effort / (options.iterations + 1) + 1);
      }
    }
    if (!objective.isStopped())
      objective.state.count().searchDone = 1;
    proveOpen(objective, provers, kLateEffort);
    if (options.checkProofs)
      proveCovered();
  }

  // One call that returns is all that a function without branches wants.
  void runPlain() {
    if (!objective.isDone())
      runStaged(); // until an input fulfils the assumption
    const uint64_t &accepted = objective.state.count().accepted;
    Input x(objective.inputs().size(), 0);
    for (int i = 0; i < kPlainCalls && accepted == 0 && !objective.isStopped();
         ++i) {
      objective.evaluate(x);
      x = starts.draw(random);
    }
  }

private:
  // Of Algorithm 1.
  uint64_t minimisationBudget() const {
    return kEvaluationsPerScalar * objective.inputs().size();
  }

  // Nelder-Mead is the one of NLopt's methods that finds what the others of
  // the portfolio miss; docs/algorithm.md has the table.
  std::unique_ptr<LocalSearch> makePortfolio(uint64_t seed) const {
    std::vector<LocalMethod> methods{LocalMethod::Avm};
    if (options.ingredients.joint)
      methods.push_back(LocalMethod::JointAvm);
    if (options.ingredients.climb)
      methods.push_back(LocalMethod::Climb);
    methods.push_back(LocalMethod::NelderMead);
    std::vector<std::unique_ptr<LocalSearch>> members;
    for (const LocalMethod method : methods)
      members.push_back(makeLocalSearch(method, options.es, starts, seed));
    return std::make_unique<Portfolio>(
        std::move(members),
        [this] {
          return Portfolio::Account{objective.coveredCount(), lastProgress(),
                                    objective.evaluations()};
        },
        seed);
  }

  // Once, also over the deaths of workers: proofs outlive them.
  void proveEarly() {
    uint8_t &isDone = objective.state.count().earlyProofsDone;
    if (isDone != 0)
      return;
    proveOpen(objective, provers, kEarlyEffort);
    isDone = 1;
  }

  // Where this returns, no prover has claimed what cannot be.
  void proveCovered() {
    std::vector<BranchId> covered;
    for (const uint32_t site : objective.scope.sites)
      for (const bool outcome : {false, true})
        if (const BranchId branch = branchOf(site, outcome);
            objective.isCovered(branch))
          covered.push_back(branch);
    for (const std::unique_ptr<Prover> &prover : provers)
      prover->prove(objective, covered, kEarlyEffort);
  }

  // Runs fixed starting points until none is left or `patience` of them in a
  // row have brought nothing.
  void sweep(uint64_t patience) {
    const auto idle = [this, start = objective.evaluations()] {
      return objective.evaluations() - std::max(start, lastGain());
    };
    while (!objective.isDone() && idle() < patience)
      if (const std::optional<Input> x = fixed.next())
        objective.evaluate(*x);
      else
        return;
  }

  uint64_t lastGain() const { return objective.state.count().lastGain; }
  uint64_t lastProgress() const { return objective.state.count().lastProgress; }

  uint64_t shareOfBudget(double share) const {
    return static_cast<uint64_t>(share *
                                 static_cast<double>(options.maxEvaluations));
  }

  uint64_t flatPatience() const {
    return shareOfBudget(kFlatShare) * (1 + objective.inputs().size());
  }

  // A pursued branch whose distance no input has ever changed.
  bool isFlat(BranchId branch) const {
    const BranchRecord &record = objective.state.branches[branch];
    return record.isFlat() && record.spent >= flatPatience();
  }

  // Has nothing come nearer for long?
  bool isStuck() const {
    return objective.charged() >=
           std::max(shareOfBudget(kLeastShare), kPatience * lastProgress());
  }

  bool isVain(BranchId branch) const {
    const BranchRecord &record = objective.state.branches[branch];
    return record.witness == 0 && record.vain >= kMaxVain;
  }

  bool isLeftAlone(BranchId branch) const {
    return isFlat(branch) || isVain(branch);
  }

  // Is there nothing left to go by?
  bool allFlat() const {
    const std::vector<BranchId> &missed = objective.missedBranches();
    return objective.evaluations() - lastGain() >= flatPatience() &&
           std::all_of(missed.begin(), missed.end(), [this](BranchId branch) {
             return !objective.isOpen(branch) || isLeftAlone(branch);
           });
  }

  // One chain; each of its minimisations may take `maxEvaluations`.
  Rank hop(Input &x, uint64_t maxEvaluations) {
    RepresentingFunction function(objective);
    return basinHopping(function, *local, random, options.iterations,
                        maxEvaluations, x);
  }

  // Those that turn up on the way have their turn in the same round, so that a
  // chain of guards takes no more rounds than one of them.
  void pursueFrontier(uint64_t effort) {
    objective.forgetClosed();
    const std::vector<BranchId> &missed = objective.missedBranches();
    for (size_t i = 0; i < missed.size() && !objective.isDone(); ++i)
      if (const BranchId branch = missed[i];
          objective.isOpen(branch) && !isLeftAlone(branch) && !isStuck()) {
        pursue(branch, effort);
        if (!objective.leads().empty())
          pursueElsewhere(branch, effort);
      }
  }

  size_t numberCount() const { return objective.inputs().size(); }

  // Of an input as it is recorded.
  Input numbersOf(std::span<const uint64_t> whole) const {
    return {whole.begin(),
            whole.begin() + static_cast<ptrdiff_t>(numberCount())};
  }
  Input leadsOf(std::span<const uint64_t> whole) const {
    return {whole.begin() + static_cast<ptrdiff_t>(numberCount()), whole.end()};
  }

  // There is no distance to go by between two places, so each is tried: on the
  // inputs that have brought something, or nearly.
  void tryLeads() {
    if (objective.leads().empty())
      return;
    std::vector<Input> tried;
    for (uint32_t i = objective.state.count().witnesses;
         i != 0 && tried.size() < kInputsPerLead / 2; --i)
      tried.push_back(numbersOf(objective.state.witnessInput(i - 1)));
    for (const BranchId branch : objective.missedBranches())
      if (objective.isOpen(branch) && tried.size() < kInputsPerLead)
        tried.push_back(numbersOf(objective.state.bestInput(branch)));
    for (const Input &choice :
         neighboursOf(objective, Input(objective.leads().size()))) {
      objective.lead(choice);
      for (const Input &x : tried)
        if (!objective.isDone())
          objective.evaluate(x);
    }
    objective.lead({});
  }

  // The same branch with one pointer leading elsewhere than in its nearest
  // miss, where that makes a difference.
  void pursueElsewhere(BranchId branch, uint64_t effort) {
    const std::span<const uint64_t> nearest = objective.state.bestInput(branch);
    const Input base = leadsOf(nearest);
    std::vector<Input> choices = neighboursOf(objective, base);
    for (size_t i = 0;
         choices.size() > kLeadsPerPursuit && i < kLeadsPerPursuit; ++i)
      std::swap(choices[i], choices[i + random.below(choices.size() - i)]);
    choices.resize(std::min(choices.size(), kLeadsPerPursuit));
    const uint64_t slice = std::max(effort / choices.size(), kLeastPerLead);
    BranchPursuit pursuit(objective, levels, branch,
                          options.ingredients.approach);
    for (const Input &choice : choices) {
      Input best;
      Rank least = BranchPursuit::kWorst;
      for (size_t i = 0; i < kProbesPerLead && !pursuit.isDone(); ++i) {
        const Input x =
            i == 0 ? numbersOf(nearest) : nextStart(numbersOf(nearest));
        objective.lead(base);
        const Rank before = pursuit.evaluate(x);
        if (pursuit.isDone())
          break;
        objective.lead(choice);
        const Rank after = pursuit.evaluate(x);
        if (after != before && after < least) {
          least = after;
          best = x;
        }
      }
      if (!pursuit.isDone() && !best.empty())
        local->minimise(pursuit, best, slice);
    }
    objective.lead({});
  }

  void pursue(BranchId branch, uint64_t effort) {
    const uint64_t before = objective.evaluations();
    const auto left = [&] {
      return before + effort -
             std::min(objective.evaluations(), before + effort);
    };
    BranchPursuit pursuit(objective, levels, branch,
                          options.ingredients.approach);
    BranchRecord &record = objective.state.branches[branch];
    const std::span<const uint64_t> nearest = objective.state.bestInput(branch);
    // Nearer is not always on the way.
    const Input leads = leadsOf(nearest);
    if (std::any_of(leads.begin(), leads.end(),
                    [](uint64_t lead) { return lead != 0; }) &&
        random.below(2) != 0)
      objective.lead(leads);
    Input x = numbersOf(nearest);
    const uint64_t slice = std::max(effort / kSlices, kFirstPursuit);
    while (!pursuit.isDone() && left() != 0 && !isVain(branch)) {
      // On a plain, drifting helps most.
      const bool drifts =
          options.ingredients.climb && record.isFlat() && random.below(2) != 0;
      LocalSearch &search = drifts ? climbing : *local;
      if (search.minimise(pursuit, x, std::min(slice, left())) != 0 &&
          left() != 0)
        ++record.minima;
      x = nextStart(numbersOf(nearest));
    }
    objective.lead({});
    record.spent += objective.evaluations() - before;
  }

  // The newest or any other, as often.
  // require: there is one, as when a site was reached.
  Input aWitness() {
    const uint32_t count = objective.state.count().witnesses;
    const auto witness = objective.state.witnessInput(
        random.below(2) != 0 ? count - 1 : random.below(count));
    return numbersOf(witness);
  }

  // Where a pursuit goes on: mostly at or near the nearest miss so far.
  Input nextStart(Input nearest) {
    switch (random.below(6)) {
    case 0:
      return starts.draw(random);
    case 1:
      return nearest;
    case 2:
      mutate(objective.inputs(), starts, nearest, random);
      return nearest;
    case 3:
      return aWitness();
    default:
      return perturbed(objective.inputs(), nearest, random);
    }
  }

  Objective &objective;
  const SearchOptions &options;
  const Provers &provers;
  Random random;
  StartPoints starts;
  StartPoints::Fixed fixed;
  SiteGraph graph;
  ApproachLevels levels;
  std::unique_ptr<LocalSearch> local;
  HillClimbing climbing;
};

} // namespace

void runSearch(Objective &objective, const SearchOptions &options,
               uint32_t restart, const Provers &provers) {
  constexpr uint64_t kStride = 0x9e3779b97f4a7c15; // 2^64 / golden ratio
  if (objective.inputs().size() == 0) {
    runWithoutNumbers(objective);
    proveOpen(objective, provers, kLateEffort);
    return;
  }
  Searcher searcher(objective, options, provers,
                    options.seed + restart * kStride);
  if (objective.scope.judgedSites().empty())
    searcher.runPlain();
  else if (options.paper)
    searcher.runPaper();
  else if (options.local == LocalMethod::Auto)
    searcher.runStaged();
  else if (options.local == LocalMethod::Random)
    searcher.runRandom();
  else
    searcher.runAlgorithm1();
}

} // namespace coverme

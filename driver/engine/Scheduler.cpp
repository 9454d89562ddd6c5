// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Scheduler.h"

#include "engine/TargetPursuit.h"
#include "frontend/c/SetupCalls.h"
#include "optimise/BasinHopping.h"
#include "optimise/HillClimbing.h"
#include "optimise/Portfolio.h"
#include "optimise/RandomSearch.h"
#include "optimise/StartPoints.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace coverme {
namespace {

// Fixed starting points without a new target until the rest of them has to wait
// its turn; the specials and constants of one scalar are fewer.
constexpr uint64_t kSweepPatience = 1000;
// A target is left alone after this part of the budget, once for each input and
// once more, if its distance has never changed: such targets (`if (huge + x >
// 1)` behind a condition that keeps x small) give a search nothing to go by.
// Where all are of that kind, the search ends.
constexpr double kFlatShare = 0.015;
// So is one that so many calls have taken, none of which returned: each costs
// as much as hundreds of others.
constexpr uint32_t kMaxNonReturning = 100;
// The search also ends when no open target has come nearer for long: after
// this part of the budget, and so many times as many evaluations as the last
// progress took.
constexpr double kLeastShare = 0.15;
constexpr uint64_t kPatience = 20;
// Evaluations of one local minimisation of Algorithm 1 per scalar: SciPy's
// Powell, which the paper used, stops after 1000 times the dimension.
constexpr uint64_t kEvaluationsPerScalar = 1000;
// Iterations of the Markov chain from one target given up to the next; the
// paper does not say, its authors' code (github.com/zhoulaifu/coverme,
// src/mcmc.py) has 10.
constexpr uint32_t kIterationsPerGiveUp = 10;
// First round's evaluations per pursued target; it doubles every round.
constexpr uint64_t kFirstPursuit = 500;
// A pursuit gives each optimiser that it calls at most this part of its
// evaluations, so that one alone cannot use up all.
constexpr uint64_t kSlices = 4;
// Random inputs ahead of each round.
constexpr uint64_t kRandomPerRound = 500;
// Inputs that are parts of two witnesses, ahead of each round but the first.
constexpr uint64_t kCrossedPerRound = 500;
// Codes are integers from zero to below this. So many sets of integers that are
// equal in a nearest miss, and so many single ones, have all of them.
constexpr uint64_t kCodes = 256;
constexpr size_t kSetsForCodes = 2;
constexpr size_t kSinglesForCodes = 4;
// How often calls that did not return are made shorter for one target.
constexpr uint32_t kMostTimesShortened = 3;
// Evaluations of either kind in a round.
constexpr uint64_t kMostForCodes = 10'000;
constexpr uint64_t kMostForShorter = 10'000;
// Plain inputs, ahead of all others, that tell how large objects have to be.
constexpr int kSizingCalls = 40;
// What they may cost, which is little unless they do not come back.
constexpr uint64_t kSizingCost = 20'000;
// Inputs of a function without targets, at most, until a call returns.
constexpr int kPlainCalls = 100;
// Where pointers may lead elsewhere: inputs that each choice is tried on at
// once, and those that tell whether a choice makes a difference to a target.
constexpr size_t kInputsPerAlias = 48;
constexpr size_t kLeastPerChoice = 4;
constexpr size_t kProbesPerAlias = 6;
// So many choices have their turn in a target's pursuit.
constexpr size_t kAliasesPerPursuit = 16;
// Least evaluations of a pursuit under a choice that does.
constexpr uint64_t kLeastPerAlias = 60;
// Evaluations of each kind in the first turn of set-up calls, rounds of turns
// that they have in any case, and what part of the budget they may take from
// the last gain on.
constexpr uint64_t kFirstSetupTurn = 100;
constexpr uint64_t kLeastSetupRounds = 2;
constexpr double kSetupShare = 0.1;
// Plain inputs at the beginning of each turn, and what the turn may cost per
// evaluation of its kinds.
constexpr int kPlainPerSetupTurn = 20;
constexpr uint64_t kCostPerSetupTurn = 20;
// Ways to make more than kMaxSetupsMade calls, at most, that are tried where
// such tests have brought something.
constexpr size_t kLongerSetups = 32;
// A prover's steps per target: after the first round, to spare the search what
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

const InputPlan &planOf(const Objective &objective) {
  return objective.goal.program.functions[objective.goal.scope.entry].plan;
}

// The starting points' constants: those of all functions that count.
std::vector<Constant> constantsOf(const Objective &objective) {
  std::vector<Constant> all;
  for (const uint32_t index : objective.goal.scope.functions) {
    const auto &constants = objective.goal.program.functions[index].constants;
    all.insert(all.end(), constants.begin(), constants.end());
  }
  for (const SetupCall &call : planOf(objective).setupCalls)
    if (call.function != objective.goal.scope.entry) {
      const auto &constants =
          objective.goal.program.functions[call.function].constants;
      all.insert(all.end(), constants.begin(), constants.end());
    }
  return all;
}

// Each prover is asked about what the ones before it have left open.
void proveOpen(Objective &objective, const Provers &provers, uint64_t effort) {
  for (const std::unique_ptr<Prover> &prover : provers)
    if (const std::vector<TargetId> open = objective.unreachedTargets();
        !open.empty() && !objective.isStopped())
      objective.ask(*prover, open, effort);
}

// All ways to have one pointer lead elsewhere than `base` says.
std::vector<Input> neighboursOf(const Objective &objective, const Input &base) {
  const InputPlan &plan = planOf(objective);
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

// Where targets are left over, the search begins again with more inputs:
// allocations that fail where calls allocate, and variables.
void wantInputs(Objective &objective) {
  CallCounters &counts = objective.archive.calls.count();
  if (objective.isDone())
    return;
  if (counts.mayTakeVariables != 0)
    counts.wantsVariables = counts.wantsRoom = 1;
  if (counts.mayFail != 0 && counts.allocations != 0)
    counts.wantsRoom = 1;
}

// Of a call whose numbers are as they are.
void runWithoutNumbers(Objective &objective) {
  objective.evaluate({});
  wantInputs(objective);
  const std::span<const uint64_t> own = objective.aliasChoice();
  const std::vector<Input> ones =
      neighboursOf(objective, {own.begin(), own.end()});
  const auto run = [&](const Input &choice) {
    if (objective.isDone())
      return;
    objective.chooseAliases(choice);
    objective.evaluate({});
  };
  for (const Input &one : ones)
    run(one);
  for (const Input &one : ones)
    for (const Input &two : neighboursOf(objective, one))
      run(two);
  objective.chooseAliases({});
}

class Searcher {
public:
  Searcher(Objective &objective, const SearchOptions &options,
           const Provers &provers, uint64_t seed)
      : objective(objective), options(options), provers(provers), random(seed),
        crossing(seed), starts(objective.inputs(), constantsOf(objective),
                               options.components, random),
        fixed(starts), graph(objective.goal.program, objective.goal.scope),
        levels(graph),
        local(options.local == LocalMethod::Auto
                  ? makePortfolio(seed)
                  : makeLocalSearch(options.local, options.es, starts, seed)),
        climbing(starts, seed) {}

  void runPaper() {
    // The paper's starting points know nothing of the code's constants.
    const StartPoints plain(objective.inputs(), {}, options.components, random);
    const uint32_t startsPerGiveUp =
        std::max(kIterationsPerGiveUp / std::max(options.iterations, 1U), 1U);
    uint32_t failures = 0;
    for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
      Input x =
          k == 0 ? Input(objective.inputs().size(), 0) : plain.draw(random);
      if (hop(x, minimisationBudget()) == 0 ||
          ++failures % startsPerGiveUp != 0)
        continue;
      // Sec. 5.3: a non-zero minimum speaks against the target it points at.
      objective.evaluate(x);
      if (const TargetId target = objective.lastOpenTarget();
          target != kNoTarget)
        objective.giveUp(target);
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
    tryAliases();
    wantInputs(objective);
    for (uint64_t effort = kFirstPursuit;
         !objective.isDone() && !allFlat() && !isStuck();
         effort = std::min(2 * effort, options.maxEvaluations)) {
      wantInputs(objective);
      sweep(effort);
      for (uint64_t i = 0; i < kRandomPerRound && !objective.isDone(); ++i)
        objective.evaluate(starts.draw(random));
      if (effort != kFirstPursuit) {
        crossWitnesses();
        shortenCalls();
      }
      if (effort == 2 * kFirstPursuit)
        tryCodes();
      if (options.components.pursuit)
        pursueFrontier(effort);
      proveEarly();
      if (!objective.isDone() && objective.archive.count().helps == 0)
        objective.callHelpers();
      if (options.components.hopping && !objective.isDone()) {
        Input x = starts.draw(random);
        hop(x, effort / (options.iterations + 1) + 1);
      }
    }
    if (!objective.isStopped())
      objective.archive.count().searchDone = 1;
    proveOpen(objective, provers, kLateEffort);
    if (options.checkProofs)
      proveReached();
  }

  // Where objects may grow: learns what calls want of them. If that is more
  // than there is, the search is over when all of this has been seen.
  void learnSizes() {
    ArchiveCounters &counts = objective.archive.count();
    if (!objective.archive.calls.canGrow() || counts.sizesLearnt != 0)
      return;
    uint8_t &isPlain = objective.archive.calls.count().isPlain;
    isPlain = 1;
    const uint64_t begin = objective.cost();
    for (int i = 0; i < kSizingCalls && counts.stopRequested == 0 &&
                    objective.cost() - begin < kSizingCost;
         ++i)
      objective.evaluate(i == 0 ? Input(numberCount(), 0)
                                : starts.drawPlain(random));
    isPlain = 0;
    counts.sizesLearnt = 1;
  }

  // A turn of the set-up calls that are made now. What makes objects wants
  // sizes more often than not: small ones come first. Calls that crash end it
  // early, so that other ways to make calls have their turns.
  void runTurn(uint64_t effort) {
    const auto isOver = [&, begin = objective.cost()] {
      return objective.isDone() ||
             objective.cost() - begin >= kCostPerSetupTurn * effort;
    };
    for (int i = 0; i < kPlainPerSetupTurn && !isOver(); ++i)
      objective.evaluate(starts.drawPlain(random));
    sweep(effort, isOver);
    for (uint64_t i = 0; i < effort && !isOver(); ++i)
      objective.evaluate(starts.draw(random));
    if (options.components.pursuit && !isOver())
      pursueFrontier(effort);
  }

  // One call that returns is all that a function without targets wants.
  void runPlain() {
    if (!objective.isDone())
      runStaged(); // until an input fulfils the assumption
    const uint64_t &returned = objective.archive.calls.count().returned;
    Input x(objective.inputs().size(), 0);
    for (int i = 0; i < kPlainCalls && returned == 0 && !objective.isStopped();
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
    if (options.components.joint)
      methods.push_back(LocalMethod::JointAvm);
    if (options.components.climb)
      methods.push_back(LocalMethod::Climb);
    methods.push_back(LocalMethod::NelderMead);
    std::vector<std::unique_ptr<LocalSearch>> members;
    for (const LocalMethod method : methods)
      members.push_back(makeLocalSearch(method, options.es, starts, seed));
    return std::make_unique<Portfolio>(
        std::move(members),
        [this] {
          return Portfolio::Account{objective.reachedCount(), lastProgress(),
                                    objective.evaluations()};
        },
        seed);
  }

  // Once, also over the deaths of workers: proofs outlive them.
  void proveEarly() {
    uint8_t &isDone = objective.archive.count().earlyProofsDone;
    if (isDone != 0)
      return;
    proveOpen(objective, provers, kEarlyEffort);
    isDone = 1;
  }

  // What a prover claims then is wrong, and the archive has it.
  void proveReached() {
    std::vector<TargetId> reached = objective.goal.targets();
    std::erase_if(reached, [this](TargetId target) {
      return !objective.isReached(target);
    });
    for (const std::unique_ptr<Prover> &prover : provers)
      objective.ask(*prover, reached, kEarlyEffort);
  }

  // Runs fixed starting points until none is left or `patience` of them in a
  // row have brought nothing.
  void sweep(uint64_t patience) {
    sweep(patience, [this] { return objective.isDone(); });
  }

  template <typename Condition>
  void sweep(uint64_t patience, const Condition &isOver) {
    const auto idle = [this, start = objective.evaluations()] {
      return objective.evaluations() - std::max(start, lastGain());
    };
    while (!isOver() && idle() < patience)
      if (const std::optional<Input> x = fixed.next())
        objective.evaluate(*x);
      else
        return;
  }

  uint64_t lastGain() const { return objective.archive.count().lastGain; }
  uint64_t lastProgress() const {
    return objective.archive.count().lastProgress;
  }

  uint64_t shareOfBudget(double share) const {
    return static_cast<uint64_t>(share *
                                 static_cast<double>(options.maxEvaluations));
  }

  uint64_t flatPatience() const {
    return shareOfBudget(kFlatShare) * (1 + objective.inputs().size());
  }

  // A pursued target whose distance no input has ever changed.
  bool isFlat(TargetId target) const {
    const TargetRecord &record = objective.archive.targets[target];
    return record.isFlat() && record.spent >= flatPatience();
  }

  // Has nothing come nearer for long?
  bool isStuck() const {
    return objective.charged() >=
           std::max(shareOfBudget(kLeastShare), kPatience * lastProgress());
  }

  bool isNonReturning(TargetId target) const {
    const TargetRecord &record = objective.archive.targets[target];
    return record.witness == 0 && record.nonReturning >= kMaxNonReturning;
  }

  bool isLeftAlone(TargetId target) const {
    return isFlat(target) || isNonReturning(target);
  }

  // Is there nothing left to go by?
  bool allFlat() const {
    const std::vector<TargetId> &missed = objective.missedTargets();
    return objective.evaluations() - lastGain() >= flatPatience() &&
           std::all_of(missed.begin(), missed.end(), [this](TargetId target) {
             return objective.isHelper(target) || !objective.isOpen(target) ||
                    isLeftAlone(target);
           });
  }

  // One chain; each of its minimisations may take `maxEvaluations`.
  Rank hop(Input &x, uint64_t maxEvaluations) {
    RepresentingFunction function(objective);
    return basinHopping(function, *local, random, options.iterations,
                        maxEvaluations, x);
  }

  // Those that turn up on the way have their turn in the same round, so that a
  // chain of conditions takes no more rounds than one of them.
  void pursueFrontier(uint64_t effort) {
    objective.forgetClosed();
    const uint64_t start = objective.evaluations();
    pursueMissed(effort, false, UINT64_MAX);
    // As much again for what helps.
    pursueMissed(effort / 2, true, objective.evaluations() - start);
  }

  // Those that help, or the others, with `most` evaluations in all.
  void pursueMissed(uint64_t effort, bool helping, uint64_t most) {
    const uint64_t start = objective.evaluations();
    const std::vector<TargetId> &missed = objective.missedTargets();
    for (size_t i = 0; i < missed.size() && !objective.isDone() &&
                       objective.evaluations() - start < most;
         ++i)
      if (const TargetId target = missed[i];
          objective.isHelper(target) == helping && objective.isOpen(target) &&
          !isLeftAlone(target) && !isStuck()) {
        pursue(target, effort);
        if (!objective.aliasChoice().empty())
          pursueElsewhere(target, effort);
      }
  }

  size_t numberCount() const { return objective.inputs().size(); }

  // Of an input as it is recorded.
  Input numbersOf(std::span<const uint64_t> whole) const {
    return objective.numbersOf(whole);
  }
  Input aliasesOf(std::span<const uint64_t> whole) const {
    const auto begin =
        whole.begin() + static_cast<ptrdiff_t>(planOf(objective).numberCount());
    return {begin,
            begin + static_cast<ptrdiff_t>(planOf(objective).aliasCount)};
  }

  // There is no distance to go by between two places, so each is tried: on the
  // inputs that have brought something, or nearly.
  // What calls want of larger objects on the way is told by all of them, so
  // that the search begins again once.
  void tryAliases() {
    if (objective.aliasChoice().empty() || objective.isDone())
      return;
    const ArchiveCounters &counts = objective.archive.count();
    const auto isOver = [&] {
      return counts.stopRequested != 0 ||
             (objective.isDone() &&
              objective.archive.calls.count().wantsRoom == 0);
    };
    std::vector<Input> tried;
    for (uint32_t i = objective.archive.count().witnesses;
         i != 0 && tried.size() < kInputsPerAlias / 2; --i)
      tried.push_back(numbersOf(objective.archive.witnessInput(i - 1)));
    for (const TargetId target : objective.missedTargets())
      if (objective.isOpen(target) && tried.size() < kInputsPerAlias)
        tried.push_back(numbersOf(objective.archive.bestInput(target)));
    // Every call so far may have crashed at once.
    for (size_t i = 0; tried.size() < kLeastPerChoice; ++i)
      tried.push_back(i == 0 ? Input(numberCount(), 0)
                             : starts.drawPlain(random));
    for (const Input &choice :
         neighboursOf(objective, Input(objective.aliasChoice().size()))) {
      objective.chooseAliases(choice);
      for (const Input &x : tried)
        if (!isOver())
          objective.evaluate(x);
    }
    objective.chooseAliases({});
  }

  // The same target with one pointer leading elsewhere than in its nearest
  // miss, where that makes a difference.
  void pursueElsewhere(TargetId target, uint64_t effort) {
    const std::span<const uint64_t> nearest =
        objective.archive.bestInput(target);
    const Input base = aliasesOf(nearest);
    std::vector<Input> choices = neighboursOf(objective, base);
    for (size_t i = 0;
         choices.size() > kAliasesPerPursuit && i < kAliasesPerPursuit; ++i)
      std::swap(choices[i], choices[i + random.below(choices.size() - i)]);
    choices.resize(std::min(choices.size(), kAliasesPerPursuit));
    const uint64_t slice = std::max(effort / choices.size(), kLeastPerAlias);
    TargetPursuit pursuit(objective, levels, target,
                          options.components.approach);
    for (const Input &choice : choices) {
      Input best;
      Rank least = TargetPursuit::kWorst;
      for (size_t i = 0; i < kProbesPerAlias && !pursuit.isDone(); ++i) {
        const Input x =
            i == 0 ? numbersOf(nearest) : nextStart(numbersOf(nearest));
        objective.chooseAliases(base);
        const Rank before = pursuit.evaluate(x);
        if (pursuit.isDone())
          break;
        objective.chooseAliases(choice);
        const Rank after = pursuit.evaluate(x);
        if (after != before && after < least) {
          least = after;
          best = x;
        }
      }
      if (!pursuit.isDone() && !best.empty())
        local->minimise(pursuit, best, slice);
    }
    objective.chooseAliases({});
  }

  void pursue(TargetId target, uint64_t effort) {
    const uint64_t before = objective.evaluations();
    const auto left = [&] {
      return before + effort -
             std::min(objective.evaluations(), before + effort);
    };
    TargetPursuit pursuit(objective, levels, target,
                          options.components.approach);
    TargetRecord &record = objective.archive.targets[target];
    const std::span<const uint64_t> nearest =
        objective.archive.bestInput(target);
    // Nearer is not always on the way.
    const Input aliases = aliasesOf(nearest);
    if (std::any_of(aliases.begin(), aliases.end(),
                    [](uint64_t alias) { return alias != 0; }) &&
        random.below(2) != 0)
      objective.chooseAliases(aliases);
    Input x = numbersOf(nearest);
    const uint64_t slice = std::max(effort / kSlices, kFirstPursuit);
    while (!pursuit.isDone() && left() != 0 && !isNonReturning(target)) {
      // On a plain, drifting helps most.
      const bool drifts =
          options.components.climb && record.isFlat() && random.below(2) != 0;
      LocalSearch &search = drifts ? climbing : *local;
      if (search.minimise(pursuit, x, std::min(slice, left())) != 0 &&
          left() != 0)
        ++record.minima;
      x = nextStart(numbersOf(nearest));
    }
    objective.chooseAliases({});
    record.spent += objective.evaluations() - before;
  }

  // The newest or any other, as often.
  // require: there is one, as when a site was reached.
  Input aWitness(Random &random) const {
    const uint32_t count = objective.archive.count().witnesses;
    const auto witness = objective.archive.witnessInput(
        random.below(2) != 0 ? count - 1 : random.below(count));
    return numbersOf(witness);
  }

  // What two calls do for themselves, one may have to do as a whole.
  void crossWitnesses() {
    if (numberCount() < 2 || objective.archive.count().witnesses < 2)
      return;
    for (uint64_t i = 0; i < kCrossedPerRound && !objective.isDone(); ++i)
      objective.evaluate(crossed(aWitness(crossing), aWitness(crossing)));
  }

  // Of calls that reach a target, none may return: a count is larger than the
  // object, a loop takes too long. So their integers are made small one after
  // the other, as long as they reach it.
  void shortenCalls() {
    const uint64_t last = objective.evaluations() + kMostForShorter;
    for (const TargetId target : objective.goal.targets())
      if (const TargetRecord &record = objective.archive.targets[target];
          record.nonReturning != 0 && !record.isReached() &&
          objective.isOpen(target) && objective.evaluations() < last &&
          timesShortened[target]++ < kMostTimesShortened)
        shortenCall(target, last);
    objective.chooseAliases({});
  }

  void shortenCall(TargetId target, uint64_t last) {
    const auto recorded = objective.archive.cutInput(target);
    Input x = numbersOf(recorded);
    objective.chooseAliases(aliasesOf(recorded));
    const uint32_t &taken = objective.archive.targets[target].nonReturning;
    const auto isOver = [&] {
      return objective.isDone() || !objective.isOpen(target) ||
             objective.evaluations() >= last;
    };
    const InputSpace &space = objective.inputs();
    for (size_t i = 0; i < x.size() && !isOver(); ++i) {
      if (space[i].isFloat() || space.toReal(i, x[i]) <= 1)
        continue;
      // The least that reaches it, as far as bisection can tell.
      int64_t high = space.ordinal(i, x[i]);
      int64_t low = space.ordinal(i, space.within(i, space.fromReal(i, 1))) - 1;
      for (int64_t next = low + 1; low + 1 < high && !isOver();
           next = std::midpoint(low, high)) {
        Input smaller = x;
        smaller[i] = space.fromOrdinal(i, next);
        const uint32_t before = taken;
        objective.evaluate(smaller);
        if (taken == before) {
          low = next;
        } else {
          high = next;
          x = std::move(smaller);
        }
      }
    }
  }

  // One with some neighbouring inputs of the other, or with all of an
  // argument's from one of as many. (Where pointers lead to one object, its
  // inputs are those of the first.)
  Input crossed(Input one, const Input &other) {
    const auto &arguments = planOf(objective).arguments;
    size_t from = crossing.below(one.size());
    size_t count = 1 + crossing.below(one.size() - from);
    size_t to = from;
    if (arguments.size() > 1 && crossing.below(2) != 0) {
      const Argument &target = arguments[crossing.below(arguments.size())];
      const Argument &source = arguments[crossing.below(arguments.size())];
      to = target.firstSlot;
      count = target.slotCount;
      from = source.slotCount == count ? source.firstSlot : to;
    }
    std::copy_n(other.begin() + static_cast<ptrdiff_t>(from), count,
                one.begin() + static_cast<ptrdiff_t>(to));
    return one;
  }

  // Integers that name things (a satellite, a unit, a kind of record) lead
  // through tables, and code without distances: nothing says which way a lower
  // or a higher one is. So each is tried on what came nearest, also in all
  // places at once that have to name the same thing.
  void tryCodes() {
    const uint64_t last = objective.evaluations() + kMostForCodes;
    const auto isOver = [&] {
      return objective.isDone() || objective.evaluations() >= last;
    };
    // Calls may add to the missed ones.
    const std::vector<TargetId> targets = objective.missedTargets();
    std::set<Input> bases;
    for (const TargetId target : targets) {
      Input base = numbersOf(objective.archive.bestInput(target));
      if (isOver() || !objective.isOpen(target) || objective.isHelper(target) ||
          isLeftAlone(target) || !bases.insert(base).second)
        continue;
      TargetPursuit pursuit(objective, levels, target,
                            options.components.approach);
      for (const std::vector<size_t> &slots : slotsForCodes(pursuit, base))
        for (uint64_t code = 0; code < kCodes && !isOver(); ++code) {
          Input x = base;
          for (const size_t slot : slots)
            x[slot] = code;
          objective.evaluate(objective.inputs().within(x));
        }
    }
  }

  bool takesCodes(size_t slot) const {
    const Scalar &scalar = objective.inputs()[slot];
    return (scalar.kind == ScalarKind::Signed ||
            scalar.kind == ScalarKind::Unsigned) &&
           scalar.width > 8 && scalar.enumerators.empty();
  }

  // Integers that have to be equal, as far as the target's distance tells, and
  // single ones. Others that happen to be equal become different.
  std::vector<std::vector<size_t>> slotsForCodes(TargetPursuit &pursuit,
                                                 Input &base) {
    std::vector<std::vector<size_t>> sets, singles;
    std::map<uint64_t, std::vector<size_t>> equal;
    for (size_t i = 0; i < base.size(); ++i)
      if (takesCodes(i)) {
        if (singles.size() < kSinglesForCodes)
          singles.push_back({i});
        equal[base[i]].push_back(i);
      }
    const Rank before = pursuit.evaluate(base);
    uint64_t unused = 0;
    for (const auto &[value, slots] : equal) {
      std::vector<size_t> tied;
      for (const size_t slot : slots) {
        while (equal.contains(unused))
          ++unused;
        Input x = base;
        x[slot] = objective.inputs().within(slot, unused);
        if (slots.size() > 1 && !pursuit.isDone() &&
            pursuit.evaluate(x) <= before) {
          base = std::move(x);
          ++unused;
        } else {
          tied.push_back(slot);
        }
      }
      if (tied.size() > 1 && sets.size() < kSetsForCodes)
        sets.push_back(std::move(tied));
    }
    sets.insert(sets.end(), singles.begin(), singles.end());
    return sets;
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
      return aWitness(random);
    default:
      return perturbed(objective.inputs(), nearest, random);
    }
  }

  Objective &objective;
  const SearchOptions &options;
  const Provers &provers;
  Random random;
  Random crossing; // of its own: where it brings nothing, it changes nothing
  StartPoints starts;
  StartPoints::Fixed fixed;
  SiteGraph graph;
  ApproachLevels levels;
  std::unique_ptr<LocalSearch> local;
  HillClimbing climbing;
  std::map<TargetId, uint32_t> timesShortened;
};

// Each way to make one to kMaxSetupsMade of the calls, fewer ones first, one
// way for calls that are the same.
std::vector<Input> setupChoices(const InputPlan &plan) {
  const size_t count = plan.setupChoices;
  std::vector<Input> all{Input(count)};
  const auto isRepeated = [&](size_t i) {
    return i != 0 &&
           plan.setupCalls[i].function == plan.setupCalls[i - 1].function;
  };
  for (size_t begin = 0, made = 1; made <= kMaxSetupsMade; ++made) {
    const size_t end = all.size();
    for (; begin < end; ++begin) {
      // Behind the last one that is made.
      size_t i = count;
      while (i != 0 && all[begin][i - 1] == 0)
        --i;
      for (; i < count; ++i) {
        if (isRepeated(i) && all[begin][i - 1] == 0)
          continue;
        Input next = all[begin];
        next[i] = 1;
        all.push_back(std::move(next));
      }
    }
  }
  all.erase(all.begin()); // the entry alone has been searched
  return all;
}

// The repeated calls of a plan, if there are any: the last ones, of one
// function.
std::span<const SetupCall> repeatedCalls(const InputPlan &plan) {
  const std::span<const SetupCall> all = plan.setupCalls;
  size_t first = all.size() - 1;
  while (first != 0 && all[first - 1].function == all.back().function)
    --first;
  return first + 1 == all.size() ? all.subspan(all.size()) : all.subspan(first);
}

const Argument *madeArgument(const InputPlan &plan,
                             const SetupArgument &argument) {
  return argument.kind == SetupArgument::Kind::Made
             ? &plan.setupArguments[argument.index].argument
             : nullptr;
}

// Ways to make set-up calls, each once, in the order in which they have turns.
class SetupChoices {
public:
  explicit SetupChoices(const InputPlan &plan) : list(setupChoices(plan)) {}

  size_t size() const { return list.size(); }
  const Input &operator[](size_t i) const { return list[i]; }
  void add(Input choice) {
    if (longer < kLongerSetups &&
        std::find(list.begin(), list.end(), choice) == list.end()) {
      ++longer;
      list.push_back(std::move(choice));
    }
  }

private:
  std::vector<Input> list;
  size_t longer = 0; // of them were added
};

Input choicesOf(const InputPlan &plan, const Input &test) {
  return {test.end() - plan.setupChoices, test.end()};
}

// A test that goes on behind another by one more of the repeated calls, if any
// is left. If these are the entry's, its own call becomes that; else it is like
// the last of them.
std::optional<Input> longerTest(const Objective &objective, Input test) {
  const InputPlan &plan = planOf(objective);
  const std::span<const SetupCall> calls = repeatedCalls(plan);
  const auto free =
      std::find_if(calls.begin(), calls.end(),
                   [&](const SetupCall &call) { return !isMade(call, test); });
  if (free == calls.end())
    return std::nullopt;
  const bool isOwn = free->function == objective.goal.scope.entry;
  for (size_t i = 0; i < free->arguments.size(); ++i) {
    const Argument *to = madeArgument(plan, free->arguments[i]);
    const Argument *from = isOwn ? &plan.arguments[i]
                           : free != calls.begin()
                               ? madeArgument(plan, (free - 1)->arguments[i])
                               : nullptr;
    for (size_t k = 0;
         to && from &&
         k < std::min(from->value.cells.size(), to->value.cells.size());
         ++k)
      test[to->value.cells[k].slot] = test[from->value.cells[k].slot];
  }
  test[*free->choiceSlot] = 1;
  return test;
}

// Goes on behind witnesses, from the `next` on. The way to make so many calls
// gets turns of its own.
void extendWitnesses(Objective &objective, uint32_t &next,
                     SetupChoices &choices) {
  for (; next < objective.archive.count().witnesses && !objective.isDone();
       ++next) {
    const auto witness = objective.archive.witnessInput(next);
    if (const auto longer =
            longerTest(objective, {witness.begin(), witness.end()})) {
      objective.evaluate(*longer);
      choices.add(choicesOf(planOf(objective), *longer));
    }
  }
}

// And behind what came nearest, as far as it goes: a counter brings no witness
// until the end.
void extendNearest(Objective &objective, SetupChoices &choices) {
  const std::vector<TargetId> missed = objective.missedTargets();
  for (const TargetId target : missed) {
    const auto nearest = objective.archive.bestInput(target);
    auto longer = longerTest(objective, {nearest.begin(), nearest.end()});
    if (longer && objective.isOpen(target))
      choices.add(choicesOf(planOf(objective), *longer));
    for (; longer && objective.isOpen(target) && !objective.isDone();
         longer = longerTest(objective, *longer))
      objective.evaluate(*longer);
  }
}

// Gives each way to make set-up calls its turns, with more and more effort,
// until a round of them brings nothing nearer.
void searchSetups(Objective &objective, const SearchOptions &options,
                  uint64_t seed) {
  ArchiveCounters &counts = objective.archive.count();
  SetupChoices choices(planOf(objective));
  const auto share = static_cast<uint64_t>(
      kSetupShare * static_cast<double>(options.maxEvaluations));
  uint64_t gain = counts.lastGain, begin = objective.cost();
  const auto isOver = [&] {
    if (gain != counts.lastGain) {
      gain = counts.lastGain;
      begin = objective.cost();
    }
    return objective.isDone() || objective.cost() - begin >= share;
  };
  const Provers none;
  uint64_t before = 0, turns = 0;
  uint32_t extended = 0;
  for (uint64_t effort = kFirstSetupTurn, round = 0;
       !isOver() && (round < kLeastSetupRounds || counts.lastProgress > before);
       effort *= 2, ++round) {
    before = objective.evaluations();
    for (size_t i = 0; i < choices.size() && !isOver(); ++i) {
      objective.chooseSetups(choices[i]);
      if (objective.inputs().size() == 0)
        objective.evaluate(Input());
      else
        Searcher(objective, options, none, seed + turns).runTurn(effort);
      ++turns;
      extendWitnesses(objective, extended, choices);
      if (i + 1 == choices.size())
        extendNearest(objective, choices);
    }
  }
}

} // namespace

void runSearch(Objective &objective, const SearchOptions &options,
               uint32_t restart, const Provers &provers) {
  constexpr uint64_t kStride = 0x9e3779b97f4a7c15; // 2^64 / golden ratio
  if (planOf(objective).setupChoices != 0) {
    searchSetups(objective, options, options.seed + restart * kStride);
    return;
  }
  if (objective.inputs().size() == 0) {
    objective.archive.calls.count().isPlain = 1; // as there are no counts
    runWithoutNumbers(objective);
    proveOpen(objective, provers, kLateEffort);
    return;
  }
  Searcher searcher(objective, options, provers,
                    options.seed + restart * kStride);
  if (options.local == LocalMethod::Auto && !options.paper)
    searcher.learnSizes();
  for (const Input &seed : options.seeds)
    if (!objective.isDone())
      objective.evaluate(seed);
  if (objective.goal.asked().empty())
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

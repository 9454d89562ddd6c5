// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Searcher.h"

#include "execute/RoomWatch.h"
#include "optimise/BasinHopping.h"
#include "optimise/Portfolio.h"
#include "optimise/RandomSearch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace coverme {
namespace {

// The sweep over fixed starting points pauses after so many of them that have
// reached nothing new; the specials and constants of one scalar are fewer.
constexpr uint64_t kSweepPatience = 1000;
// A crash ends the worker, and the next one begins at the sweep again. Each
// time that so many have died, it pauses after half as many, so that pointers
// that lead elsewhere have their turn.
constexpr uint32_t kCrashesPerHalving = 4;
constexpr uint64_t kLeastPatience = 15;
// Iterations of the Markov chain from one target given up to the next. The
// paper does not give the number; its authors' code
// (github.com/zhoulaifu/coverme, src/mcmc.py) has 10.
constexpr uint32_t kIterationsPerGiveUp = 10;
// Random inputs ahead of each round.
constexpr uint64_t kRandomPerRound = 500;
// Plain ones, where there are objects: what they hold has to fit together.
constexpr uint64_t kPlainPerRound = 250;
// Inputs of one magnitude in each round, where there are some numbers.
constexpr uint64_t kOfOneMagnitudePerRound = 250;
constexpr size_t kLeastForMagnitudes = 3;
// Plain inputs, ahead of all others, that tell how large objects have to be,
// and what they may cost in all; only calls that do not return come near it.
constexpr int kSizingCalls = 40;
constexpr uint32_t kMostSizingCalls = 100; // of all workers, as calls may crash
constexpr uint64_t kSizingCost = 20'000;
// Most inputs of a function without targets until a call returns.
constexpr int kPlainCalls = 100;
// Plain inputs at the beginning of each turn, and what the turn may cost per
// evaluation of its kinds.
constexpr int kPlainPerSetupTurn = 20;
constexpr uint64_t kCostPerSetupTurn = 20;

// FOO_R (PLDI'17, section 4) as a problem of minimisation.
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

// A call is not made where a pointer leads to an object that another one leads
// away from. So where the pointer of choice `moved` leads elsewhere now, those
// that led to its object lead to their own; and so does the pointer to the
// object that it leads to, which is there.
void keepPlacesMade(const InputPlan &plan, size_t moved, Input &choice) {
  const auto valueOf = [&](const Buffer &buffer) -> uint64_t & {
    return choice[*buffer.leadSlot - plan.numberCount()];
  };
  // The buffer that a buffer's pointer leads to in its place.
  const auto placeOf = [&](const Buffer &buffer) -> std::optional<uint32_t> {
    if (!buffer.leadSlot || valueOf(buffer) == 0)
      return std::nullopt;
    const Alias &alias = buffer.aliases[valueOf(buffer) - 1];
    return alias.kind == Alias::Kind::Buffer ? std::optional(alias.index)
                                             : std::nullopt;
  };
  const auto own = std::find_if(
      plan.buffers.begin(), plan.buffers.end(), [&](const Buffer &buffer) {
        return buffer.leadSlot == plan.numberCount() + moved;
      });
  if (own == plan.buffers.end() || valueOf(*own) == 0)
    return;
  const auto index = static_cast<uint32_t>(own - plan.buffers.begin());
  for (const Buffer &other : plan.buffers)
    if (placeOf(other) == index)
      valueOf(other) = 0;
  const std::optional<uint32_t> place = placeOf(*own);
  if (!place)
    return;
  if (plan.buffers[*place].leadSlot)
    valueOf(plan.buffers[*place]) = 0;
  for (const Buffer &other : plan.buffers)
    for (const Address &address : other.image.addresses)
      if (address.kind == Address::Kind::Buffer && address.index == *place &&
          address.condition.choice != 0)
        choice[plan.choiceSlot(address.condition.choice) - plan.numberCount()] =
            address.condition.value;
}

} // namespace

namespace {

// The functions in scope, and those that set-up calls call.
std::vector<const Function *> functionsOf(const Objective &objective) {
  const Goal &goal = objective.goal;
  std::vector<const Function *> all;
  for (const uint32_t index : goal.scope.functions)
    all.push_back(&goal.program.functions[index]);
  for (const SetupCall &call : objective.plan().setupCalls)
    if (call.function != goal.scope.entry)
      all.push_back(&goal.program.functions[call.function]);
  return all;
}

} // namespace

// Does the function call what reads a number from a text?
static bool readsNumbers(const Program &program, const Function &function) {
  static const std::set<std::string_view> kReaders = {
      "atof",    "atoi",     "atol",           "atoll",   "sscanf",
      "strtod",  "strtof",   "strtol",         "strtold", "strtoll",
      "strtoul", "strtoull", "__isoc99_sscanf"};
  return std::ranges::any_of(function.uses, [&](const GlobalUse &use) {
    return kReaders.contains(program.globals[use.global].name);
  });
}

// As texts, the number, and those above and below it by one; nothing of long
// doubles.
static std::vector<std::string> numeralsNear(const Constant &constant) {
  std::vector<std::string> all;
  for (const int step : {0, 1, -1})
    if (constant.kind != ScalarKind::Float)
      all.push_back(std::to_string(
          static_cast<int64_t>(constant.bits + static_cast<uint64_t>(step))));
    else if (constant.width == 64)
      all.push_back(
          fmt::to_string(std::bit_cast<double>(constant.bits) + step));
    else if (constant.width == 32)
      all.push_back(fmt::to_string(
          std::bit_cast<float>(static_cast<uint32_t>(constant.bits)) +
          static_cast<float>(step)));
  return all;
}

std::vector<Constant> constantsOf(const Objective &objective) {
  std::vector<Constant> all;
  for (const Function *function : functionsOf(objective))
    all.insert(all.end(), function->constants.begin(),
               function->constants.end());
  return all;
}

std::vector<std::string> literalsOf(const Objective &objective) {
  const Goal &goal = objective.goal;
  std::vector<const Function *> functions = functionsOf(objective);
  for (const uint32_t index : goal.scope.helperFunctions)
    functions.push_back(&goal.program.functions[index]);
  std::vector<std::string> all;
  const auto add = [&](const std::string &text, size_t most) {
    if (all.size() < most && std::ranges::find(all, text) == all.end())
      all.push_back(text);
  };
  for (const Function *function : functions)
    for (const std::string &literal : function->literals)
      add(literal, kMostLiterals);
  if (!std::ranges::any_of(functions, [&](const Function *each) {
        return readsNumbers(goal.program, *each);
      }))
    return all;
  const size_t most = all.size() + kMostNumerals;
  for (const char *text : {"0", "-1", "nan", "inf", "-inf", "1e999",
                           "-99999999999999999999", "99999999999999999999"})
    add(text, most);
  for (const Function *function : functions)
    for (const Constant &each : function->constants)
      for (const std::string &text : numeralsNear(each))
        add(text, most);
  return all;
}

void proveOpen(Objective &objective, const Provers &provers, uint64_t effort) {
  for (const std::unique_ptr<Prover> &prover : provers)
    if (const std::vector<TargetId> open = objective.unreachedTargets();
        !open.empty() && !objective.isStopped())
      objective.ask(*prover, open, effort);
}

std::vector<Input> neighboursOf(const Objective &objective, const Input &base) {
  const InputPlan &plan = objective.plan();
  std::vector<Input> all;
  for (size_t i = 0; i < base.size(); ++i) {
    std::vector<uint64_t> values =
        plan.inputs[plan.numberCount() + i].scalar.enumerators;
    // C leaves the order and the distance of different objects undefined.
    std::rotate(values.begin(), values.begin() + 1, values.end());
    for (const uint64_t value : values)
      if (value != base[i]) {
        all.push_back(base);
        all.back()[i] = value;
        keepPlacesMade(plan, i, all.back());
      }
  }
  return all;
}

std::vector<Input> firstChoices(const Objective &objective) {
  const InputPlan &plan = objective.plan();
  const std::span<const uint64_t> own = objective.aliasChoice();
  Input none(own.begin(), own.end());
  std::vector<Input> all = neighboursOf(objective, none);
  size_t nulls = 0;
  for (const Buffer &buffer : plan.buffers)
    for (size_t i = 0; buffer.leadSlot && i < buffer.aliases.size(); ++i)
      if (buffer.aliases[i].kind == Alias::Kind::Null) {
        none[*buffer.leadSlot - plan.numberCount()] = i + 1;
        ++nulls;
      }
  if (nulls > 1)
    all.push_back(std::move(none));
  return all;
}

void wantInputs(Objective &objective) {
  CallCounters &counts = objective.archive.calls.count();
  if (objective.isDone())
    return;
  if (counts.mayTakeVariables != 0)
    counts.wantsVariables = counts.wantsRoom = 1;
  if ((counts.mayFail != 0 && counts.allocations != 0) ||
      (counts.mayTakeResults != 0 && counts.usedUpStubs != 0))
    counts.wantsRoom = 1;
}

void Searcher::runPaper() {
  // The paper's starting points know nothing of the code's constants.
  const StartPoints plain(objective.inputs(), {}, options.components, random);
  const uint32_t startsPerGiveUp =
      std::max(kIterationsPerGiveUp / std::max(options.iterations, 1U), 1U);
  uint32_t failures = 0;
  for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
    Input x = k == 0 ? Input(objective.inputs().size(), 0) : plain.draw(random);
    if (hop(x, minimisationBudget()) == 0 || ++failures % startsPerGiveUp != 0)
      continue;
    // Sec. 5.3: a non-zero minimum speaks against the target it points at.
    objective.evaluate(x);
    if (const TargetId target = objective.lastOpenTarget(); target != kNoTarget)
      objective.giveUp(target);
  }
}

void Searcher::runAlgorithm1() {
  sweep(kSweepPatience);
  for (uint32_t k = 0; k < options.starts && !objective.isDone(); ++k) {
    Input x = starts.draw(random);
    hop(x, minimisationBudget());
  }
}

void Searcher::runRandom() {
  RepresentingFunction function(objective);
  while (!objective.isDone()) {
    Input x = uniformInput(objective.inputs(), random);
    local->minimise(function, x, kEvaluationsPerScalar);
  }
}

uint64_t Searcher::firstPatience() const {
  const uint32_t halvings =
      objective.archive.calls.count().crashing / kCrashesPerHalving;
  return std::max(kSweepPatience >> std::min(halvings, 63U), kLeastPatience);
}

void Searcher::runStaged(uint32_t restart) {
  // A worker may be full of what calls leak before its first sweep ends, or a
  // call may end it, and so it may be with those after it.
  const ArchiveCounters &counts = objective.archive.count();
  if (restart != 0 && (counts.placesTried == 0 || counts.placesBegun != 0))
    tryAliases();
  if (restart != 0) {
    wantInputs(objective);
    tryMagnitudes(); // what has crashed so far was wild
  }
  sweep(firstPatience());
  tryTexts();
  tryAliases();
  wantInputs(objective);
  for (uint64_t effort = kFirstPursuit;
       !objective.isDone() && !allFlat() && !isStuck();
       effort = std::min(2 * effort, options.maxEvaluations)) {
    wantInputs(objective);
    sweep(effort);
    tryTexts();
    tryEnds();
    for (uint64_t i = 0; i < kRandomPerRound && !objective.isDone(); ++i)
      objective.evaluate(starts.draw(random));
    tryPlain();
    tryMagnitudes();
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

void Searcher::tryPlain() {
  // Objects that are only written hold nothing.
  if (std::ranges::none_of(objective.plan().buffers, [](const Buffer &buffer) {
        return !buffer.image.cells.empty();
      }))
    return;
  const Archive &archive = objective.archive;
  const std::vector<TargetId> missed = objective.missedTargets();
  std::vector<TargetId> cut = objective.unreachedTargets();
  std::erase_if(cut, [&](TargetId target) {
    return archive.targets[target].nonReturning == 0;
  });
  const auto oneOf = [this](const std::vector<TargetId> &targets) {
    return targets[random.below(targets.size())];
  };
  uint8_t &isPlain = archive.calls.count().isPlain;
  for (uint64_t i = 0; i < kPlainPerRound && !objective.isDone(); ++i) {
    const bool returns = cut.empty() || random.below(2) != 0;
    isPlain = returns;
    if (!returns)
      objective.evaluate(
          madePlain(numbersOf(archive.cutInput(oneOf(cut))), Kept::Any));
    else if (missed.empty() || random.below(2) != 0)
      objective.evaluate(starts.drawPlain(random));
    else
      objective.evaluate(
          madePlain(numbersOf(archive.bestInput(oneOf(missed))), Kept::Small));
  }
  isPlain = 0;
}

Input Searcher::madePlain(const Input &base, Kept kept) {
  constexpr double kSmall = 4;
  const InputSpace &space = objective.inputs();
  Input x = starts.drawPlain(random);
  for (size_t i = 0; i < x.size(); ++i)
    if (random.below(2) != 0 && (kept == Kept::Any || space[i].isFloat() ||
                                 std::fabs(space.toReal(i, base[i])) <= kSmall))
      x[i] = base[i];
  return x;
}

void Searcher::tryMagnitudes() {
  if (numberCount() < kLeastForMagnitudes || !options.components.shapes)
    return;
  for (uint64_t i = 0; i < kOfOneMagnitudePerRound && !objective.isDone(); ++i)
    objective.evaluate(starts.drawOfOneMagnitude(scaling));
}

void Searcher::learnSizes() {
  ArchiveCounters &counts = objective.archive.count();
  objective.archive.calls.count().isPlain = 0; // a worker may have died
  if (!objective.archive.calls.canGrow() || counts.sizesLearnt != 0)
    return;
  runSizing(kSizingCalls, kSizingCost, counts.sizingsBegun);
  wantALittle();
  counts.sizesLearnt = 1;
}

void Searcher::runSizing(int calls, uint64_t mostCost, uint32_t &begun) {
  uint8_t &isPlain = objective.archive.calls.count().isPlain;
  isPlain = 1;
  const uint64_t begin = objective.cost();
  for (int i = 0; i < calls && begun < kMostSizingCalls &&
                  objective.archive.count().stopRequested == 0 &&
                  objective.cost() - begin < mostCost;
       ++i)
    objective.evaluate(begun++ == 0 ? Input(objective.inputs().size(), 0)
                                    : starts.drawPlain(random));
  isPlain = 0;
}

void Searcher::runTurn(uint64_t effort) {
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

void Searcher::runPlain() {
  if (!objective.isDone())
    runStaged(0); // until an input fulfils the assumption
  const uint64_t &returned = objective.archive.calls.count().returned;
  Input x(objective.inputs().size(), 0);
  for (int i = 0; i < kPlainCalls && returned == 0 && !objective.isStopped();
       ++i) {
    objective.evaluate(x);
    x = starts.draw(random);
  }
}

std::unique_ptr<LocalSearch> Searcher::makePortfolio(uint64_t seed) const {
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

void Searcher::proveEarly() {
  uint8_t &isDone = objective.archive.count().earlyProofsDone;
  if (isDone != 0)
    return;
  proveOpen(objective, provers, kEarlyEffort);
  isDone = 1;
}

void Searcher::proveReached() {
  std::vector<TargetId> reached = objective.goal.targets();
  std::erase_if(reached, [this](TargetId target) {
    return !objective.isReached(target);
  });
  for (const std::unique_ptr<Prover> &prover : provers)
    objective.ask(*prover, reached, kEarlyEffort);
}

Rank Searcher::hop(Input &x, uint64_t maxEvaluations) {
  RepresentingFunction function(objective);
  return basinHopping(function, *local, random, options.iterations,
                      maxEvaluations, x);
}

} // namespace coverme

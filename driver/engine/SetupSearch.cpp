// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/SetupSearch.h"

#include "core/SetupPlan.h"
#include "engine/Searcher.h"
#include "execute/RoomWatch.h"

#include <cassert>

namespace coverme {
namespace {

// Evaluations of each kind in the first turn of set-up calls, the least number
// of rounds of turns, and the part of the budget that may be used since the
// last gain.
constexpr uint64_t kFirstSetupTurn = 100;
constexpr uint64_t kLeastSetupRounds = 2;
constexpr double kSetupShare = 0.1;
// Plain inputs of each choice of calls, ahead of all others, that tell how
// large objects have to be; and what they may cost in all.
constexpr int kSizingPerSetups = 8;
constexpr uint64_t kSetupSizingCost = 20'000;
// Most choices of more than kMaxSetupsMade calls. They are tried where such a
// test has brought something.
constexpr size_t kLongerSetups = 32;

// All choices of one to kMaxSetupsMade calls, smaller ones first. Of choices
// that make the same calls there is one.
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

// The repeated calls of a plan, which are its last ones and all of one
// function; empty if there are none.
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

// The choices of set-up calls, each once, in the order of their turns.
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

// `test` with one more of the repeated calls, if any is left. If these are
// calls of the entry, the new one gets the arguments of the test's own call;
// else those of the repeated call ahead of it.
std::optional<Input> longerTest(const Objective &objective, Input test) {
  const InputPlan &plan = objective.plan();
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

// Tries the witnesses from number `next` on with one more call. The longer
// choice of calls gets turns of its own.
void extendWitnesses(Objective &objective, uint32_t &next,
                     SetupChoices &choices) {
  for (; next < objective.archive.count().witnesses && !objective.isDone();
       ++next) {
    const auto witness = objective.archive.witnessInput(next);
    if (const auto longer =
            longerTest(objective, {witness.begin(), witness.end()})) {
      objective.evaluate(*longer);
      choices.add(choicesOf(objective.plan(), *longer));
    }
  }
}

// Tries the nearest misses with more and more calls: a counter that has to get
// to its end brings no witness before.
void extendNearest(Objective &objective, SetupChoices &choices) {
  const std::vector<TargetId> missed = objective.missedTargets();
  for (const TargetId target : missed) {
    const auto nearest = objective.archive.bestInput(target);
    auto longer = longerTest(objective, {nearest.begin(), nearest.end()});
    if (longer && objective.isOpen(target))
      choices.add(choicesOf(objective.plan(), *longer));
    for (; longer && objective.isOpen(target) && !objective.isDone();
         longer = longerTest(objective, *longer))
      objective.evaluate(*longer);
  }
}

// How large the objects have to be that only such calls come to.
void learnSizes(Objective &objective, const SearchOptions &options,
                const SetupChoices &choices, uint64_t seed) {
  ArchiveCounters &counts = objective.archive.count();
  if (!objective.archive.calls.canGrow() || counts.sizesLearnt != 0)
    return;
  const Provers none;
  const uint64_t begin = objective.cost();
  while (counts.sizingsBegun < choices.size() && counts.stopRequested == 0 &&
         objective.cost() - begin < kSetupSizingCost) {
    const uint32_t i = counts.sizingsBegun++;
    objective.chooseSetups(choices[i]);
    uint32_t begun = 0;
    Searcher(objective, options, none, seed + i)
        .runSizing(kSizingPerSetups, kSetupSizingCost, begun);
  }
  wantALittle();
  counts.sizesLearnt = 1;
}

} // namespace

void searchSetups(Objective &objective, const SearchOptions &options,
                  uint64_t seed) {
  assert(objective.plan().setupChoices != 0);
  ArchiveCounters &counts = objective.archive.count();
  SetupChoices choices(objective.plan());
  learnSizes(objective, options, choices, seed);
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

} // namespace coverme

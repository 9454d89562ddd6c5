// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pursues targets that were missed, also with pointers that lead elsewhere.
#include "engine/Searcher.h"

#include "optimise/BasinHopping.h"

namespace coverme {
namespace {

// A pursuit gives each optimiser that it calls at most this part of its
// evaluations, so that one alone cannot use up all.
constexpr uint64_t kSlices = 4;
// Where pointers may lead elsewhere: inputs that each choice is tried on at
// once, and those that tell whether a choice makes a difference to a target.
constexpr size_t kInputsPerAlias = 48;
constexpr size_t kLeastPerChoice = 4;
constexpr size_t kProbesPerAlias = 6;
// So many choices have their turn in a target's pursuit.
constexpr size_t kAliasesPerPursuit = 16;
// What about a hundred calls cost that end with all their fuel used up.
constexpr uint64_t kSlowSurcharge = 10000;
// Least evaluations of a pursuit under a choice that does.
constexpr uint64_t kLeastPerAlias = 60;

} // namespace

bool Searcher::allFlat() const {
  const std::vector<TargetId> &missed = objective.missedTargets();
  return objective.evaluations() - lastGain() >= flatPatience() &&
         std::all_of(missed.begin(), missed.end(), [this](TargetId target) {
           return objective.isHelper(target) || !objective.isOpen(target) ||
                  isLeftAlone(target);
         });
}

void Searcher::pursueFrontier(uint64_t effort) {
  objective.forgetClosed();
  const uint64_t start = objective.evaluations();
  pursueMissed(effort, false, UINT64_MAX);
  // As much again for what helps.
  pursueMissed(effort / 2, true, objective.evaluations() - start);
}

void Searcher::pursueMissed(uint64_t effort, bool helping, uint64_t most) {
  const uint64_t start = objective.evaluations();
  const std::vector<TargetId> &missed = objective.missedTargets();
  for (size_t i = 0; i < missed.size() && !objective.isDone() &&
                     objective.evaluations() - start < most;
       ++i) {
    // Where calls are slow, a pursuit takes seconds, and a proof may spare it.
    if (objective.archive.calls.count().surcharge >= kSlowSurcharge)
      proveEarly();
    if (const TargetId target = missed[i];
        objective.isHelper(target) == helping && objective.isOpen(target) &&
        !isLeftAlone(target) && !isStuck()) {
      pursue(target, effort);
      if (!objective.aliasChoice().empty())
        pursueElsewhere(target, effort);
    }
  }
}

Input Searcher::aliasesOf(std::span<const uint64_t> whole) const {
  const auto begin =
      whole.begin() + static_cast<ptrdiff_t>(objective.plan().numberCount());
  return {begin, begin + static_cast<ptrdiff_t>(objective.plan().aliasCount)};
}

void Searcher::tryAliases() {
  if (objective.aliasChoice().empty() || objective.isDone())
    return;
  ArchiveCounters &counts = objective.archive.count();
  const auto isOver = [&] {
    return counts.stopRequested != 0 ||
           (objective.isDone() &&
            objective.archive.calls.count().wantsRoom == 0);
  };
  std::vector<Input> tried;
  for (uint32_t i = counts.witnesses;
       i != 0 && tried.size() < kInputsPerAlias / 2; --i)
    tried.push_back(numbersOf(objective.archive.witnessInput(i - 1)));
  for (const TargetId target : objective.missedTargets())
    if (objective.isOpen(target) && tried.size() < kInputsPerAlias)
      tried.push_back(numbersOf(objective.archive.bestInput(target)));
  // Every call so far may have crashed at once.
  for (size_t i = 0; tried.size() < kLeastPerChoice; ++i)
    tried.push_back(i == 0 ? Input(numberCount(), 0)
                           : starts.drawPlain(random));
  const std::vector<Input> choices = firstChoices(objective);
  while (counts.placesBegun < choices.size()) {
    objective.chooseAliases(choices[counts.placesBegun++]);
    for (const Input &x : tried)
      if (!isOver())
        objective.evaluate(x);
  }
  counts.placesBegun = 0;
  counts.placesTried = 1;
  objective.chooseAliases({});
}

void Searcher::pursueElsewhere(TargetId target, uint64_t effort) {
  const std::span<const uint64_t> nearest = objective.archive.bestInput(target);
  const Input base = aliasesOf(nearest);
  std::vector<Input> choices = neighboursOf(objective, base);
  for (size_t i = 0;
       choices.size() > kAliasesPerPursuit && i < kAliasesPerPursuit; ++i)
    std::swap(choices[i], choices[i + random.below(choices.size() - i)]);
  choices.resize(std::min(choices.size(), kAliasesPerPursuit));
  const uint64_t slice = std::max(effort / choices.size(), kLeastPerAlias);
  TargetPursuit pursuit(objective, levels, target, options.components.approach);
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

void Searcher::pursue(TargetId target, uint64_t effort) {
  const uint64_t before = objective.evaluations();
  const auto left = [&] {
    return before + effort - std::min(objective.evaluations(), before + effort);
  };
  TargetPursuit pursuit(objective, levels, target, options.components.approach);
  TargetRecord &record = objective.archive.targets[target];
  const std::span<const uint64_t> nearest = objective.archive.bestInput(target);
  // Nearer is not always on the way.
  const Input aliases = aliasesOf(nearest);
  if (!std::ranges::equal(aliases, objective.aliasChoice()) &&
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

Input Searcher::nextStart(Input nearest) {
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

} // namespace coverme

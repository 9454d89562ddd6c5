// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A goal as functions to minimise: FOO_R, and the distance to one target. Every
// evaluation counts, whoever asked for it: the targets it reaches and the
// nearest miss of each other one are kept.
#ifndef COVERME_DRIVER_ENGINE_OBJECTIVE_H
#define COVERME_DRIVER_ENGINE_OBJECTIVE_H

#include "core/InputSpace.h"
#include "engine/Archive.h"
#include "engine/Goal.h"
#include "execute/Evaluator.h"
#include "options/Options.h"
#include "prove/Prover.h"

#include <map>
#include <memory>

namespace coverme {

class Objective final : public Asker {
public:
  // Continues with what `archive` holds already, as after the death of a
  // worker. Keeps all arguments by reference.
  Objective(const Goal &goal, Evaluator &evaluator,
            const SearchOptions &options, Archive &archive);

  // The dimensions of the search: the plan's numbers, without those of set-up
  // calls that are not made. Where pointers lead, and which set-up calls are
  // made, is chosen by the functions below.
  const InputSpace &inputs() const override { return space; }
  // The plan's slots of these dimensions, ascending.
  const std::vector<uint32_t> &slotsOfInputs() const { return slots; }
  // The part of a recorded input (all slots of the plan) that inputs()
  // describes.
  Input numbersOf(std::span<const uint64_t> whole) const;

  // The input plan of the goal's entry.
  const InputPlan &plan() const {
    return goal.program.functions[goal.scope.entry].plan;
  }

  // Chooses which optional set-up calls are made from the next call on:
  // `choice` has the plan's last slots. None are made in the beginning.
  void chooseSetups(const Input &choice);

  // Chooses where pointers lead from the next call on: `choice` has the plan's
  // slots that follow the numbers. Empty, as in the beginning: each leads to
  // its own object, or to the end of a range.
  void chooseAliases(std::span<const uint64_t> choice);
  std::span<const uint64_t> aliasChoice() const { return choice; }

  // Runs x and returns FOO_R(x) as a rank: zero exactly when x reaches a new
  // target or leads to one (PLDI'17, Thm. 4.3). It is the plateau for a call
  // that does not count, and for one that reaches something new without
  // returning, where calls that return are preferred. `x` has the values of
  // inputs(), or all slots of the plan.
  Rank evaluate(const Input &x);

  // Does the last call count: did its inputs fulfil the assumption, and did it
  // end in a way that the goal accepts?
  bool hasCounted() const { return counted; }

  std::span<const uint32_t> visitedSites() const {
    return evaluator.visitedSites();
  }

  // The last call's distance to the target; the plateau if its site was not
  // reached, or does not record.
  Rank distanceTo(TargetId target) const {
    if (target == goal.resultTarget())
      return resultDistance;
    const coverme_visit *visit = evaluator.visitOf(goal.siteOf(target));
    return visit != nullptr ? goal.distance(target, *visit) : plateau();
  }
  // The last call's distance to an outcome of a decision; the plateau as above.
  Rank distanceTo(uint32_t site, bool outcome) const {
    const coverme_visit *visit = evaluator.visitOf(site);
    return visit != nullptr ? visit->distance[outcome] : plateau();
  }

  // Is there nothing more to do: no target open, the budget spent, or the
  // search stopped?
  bool isDone() const { return probes->allClosed() || isBudgetSpent(); }
  bool isBudgetSpent() const;
  // Has the parent asked for an end, or does the plan need a larger object?
  bool isStopped() const override {
    return archive.count().stopRequested != 0 ||
           archive.calls.count().wantsRoom != 0;
  }

  // Records helping targets from now on.
  void callHelpers();

  // Turns on or off that visits of the site are recorded although no target is
  // open there.
  void watch(uint32_t site, bool on);

  // Closes the target without a witness, by the paper's heuristic (PLDI'17,
  // Sec. 5.3).
  void giveUp(TargetId target);

  // Closes the target as proved infeasible. If a call has reached it, the proof
  // is refuted (TargetRecord::isRefuted).
  void closeProved(TargetId target, const Proof &proof);

  // Asks the prover about the targets, which are ascending.
  void ask(Prover &prover, const std::vector<TargetId> &targets,
           uint64_t effort);

  // The target that FOO_R > 0 measured in the last call; kNoTarget if no open
  // site was met.
  TargetId lastOpenTarget() const;

  // The targets whose sites were met without reaching them, in the order of
  // their first misses; `forgetClosed` drops those closed since.
  const std::vector<TargetId> &missedTargets() const { return missed; }
  void forgetClosed();

  bool isReached(TargetId target) const {
    return archive.targets[target].isReached();
  }
  bool isOpen(TargetId target) const { return archive.isOpen(target); }
  bool isHelper(TargetId target) const { return helping[target]; }
  // All open targets that are asked for, ascending.
  std::vector<TargetId> openTargets() const;
  // The open targets that are asked for and that no call has reached,
  // ascending.
  std::vector<TargetId> unreachedTargets() const;
  uint32_t reachedCount() const { return reached; }
  uint64_t evaluations() const { return archive.calls.count().evaluations; }
  // The evaluations that the budget is charged for.
  uint64_t charged() const {
    return evaluations() - archive.calls.count().uncharged;
  }
  uint64_t cost() const { return archive.calls.count().cost(); }
  uint64_t costSinceGain() const { return cost() - archive.count().costToGain; }
  double toDouble(Rank rank) const;
  Rank plateau() const { return plateauRank(evaluator.distanceMode()); }

  bool isOpen(const Query &query) const override {
    return isOpen(targetOf(query));
  }
  bool isReached(const Query &query) const override {
    return isReached(targetOf(query));
  }
  bool isReachedWithoutReturn(const Query &query) const override {
    const TargetRecord &record = archive.targets[targetOf(query)];
    return record.nonReturning != 0 && record.witness == 0;
  }
  void close(const Query &query, const Proof &proof) override {
    closeProved(targetOf(query), proof);
  }
  void giveUp(const Query &query) override { giveUp(targetOf(query)); }
  bool run(const Input &candidate, bool isCharged) override;
  std::optional<AllRuns> runAll() override;
  void beat() override { ++archive.count().proverHeartbeat; }

  const Goal &goal;
  Archive &archive;

private:
  void takeUp(const std::vector<TargetId> &targets);
  CallEnd run(const Input &x);
  uint32_t leastNonReturning() const;
  // Returns whether the call counts.
  bool recordVisits(const Input &x, bool closes);
  // The open targets that the last call has reached.
  std::vector<TargetId> reachedOpen() const;
  // Records that a call reached these targets, and counts for none of them.
  void recordCut(const std::vector<TargetId> &reachedNow, const Input &x);
  void recordResult(const Input &x);
  void recordMiss(TargetId target, Rank distance, const Input &x);
  Rank call(const Input &x);
  void closeAssumptions();
  TargetId targetOf(const Query &query) const { return queried.at(query); }

  Evaluator &evaluator;
  const SearchOptions &options;
  InputSpace space;
  std::unique_ptr<Probes> probes;
  std::vector<bool> helping; // by target
  Input plain, choice;       // see chooseAliases()
  // Did another worker run before this one? Then provers are asked once more,
  // and what they run is charged: otherwise a call that fills the memory would
  // have all of it run again each time.
  bool isLater = false;
  Input setups;                // see chooseSetups()
  std::vector<uint32_t> slots; // of the numbers in `space`
  std::vector<TargetId> missed;
  std::map<Query, TargetId> queried; // the targets of all questions to provers
  Rank resultDistance = 0; // of the last call to the goal's resultTarget()
  uint32_t reached = 0;
  bool counted = false, returned = false; // of the last call
};

} // namespace coverme

#endif

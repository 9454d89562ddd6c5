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
  // Takes up what `archive` holds already (after a worker died). All arguments
  // are kept by reference.
  Objective(const Goal &goal, Evaluator &evaluator,
            const SearchOptions &options, Archive &archive);

  // The numbers, but those of set-up calls that are not made; where pointers
  // lead and which calls are made is no dimension of a search.
  const InputSpace &inputs() const override { return space; }
  // Those of an input as it is recorded.
  Input numbersOf(std::span<const uint64_t> whole) const;

  // Of the goal's entry.
  const InputPlan &plan() const {
    return goal.program.functions[goal.scope.entry].plan;
  }

  // Which of the set-up calls that have a choice are made from the next call
  // on: values of the plan's last inputs. None in the beginning.
  void chooseSetups(const Input &choice);

  // Where pointers lead from the next call on: values of the plan's last
  // inputs, which follow the numbers of what is evaluated. Empty: each to its
  // own object, or to the end of a range, as in the beginning.
  void chooseAliases(std::span<const uint64_t> choice);
  std::span<const uint64_t> aliasChoice() const { return choice; }

  // FOO_R(x) as a rank: zero exactly when x reaches a new target or leads to
  // one (PLDI'17, Thm. 4.3). The plateau for a call that does not count, or
  // that did so and a call that returns is looked for.
  // An input as it is recorded will do as well.
  Rank evaluate(const Input &x);

  // Does what the last call visited mean anything: was the assumption
  // fulfilled, and did the call end so that the goal counts it?
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
  // The same to an outcome of a decision.
  Rank distanceTo(uint32_t site, bool outcome) const {
    const coverme_visit *visit = evaluator.visitOf(site);
    return visit != nullptr ? visit->distance[outcome] : plateau();
  }

  // Nothing more to do: nothing open, budget spent, or stopped.
  bool isDone() const { return probes->allClosed() || isBudgetSpent(); }
  bool isBudgetSpent() const;
  // The parent wants an end, or has to make a larger object.
  bool isStopped() const override {
    return archive.count().stopRequested != 0 ||
           archive.calls.count().wantsRoom != 0;
  }

  // Records helping targets from now on.
  void callHelpers();

  // Should visits of the site be seen although nothing is open there?
  void watch(uint32_t site, bool on);

  // Counts the target as closed without a witness (PLDI'17, Sec. 5.3).
  void giveUp(TargetId target);

  // Closes the target because no input reaches it.
  // Throws Error(Internal) if a call did.
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
  // Those of them that no call has reached.
  std::vector<TargetId> unreachedTargets() const;
  uint32_t reachedCount() const { return reached; }
  uint64_t evaluations() const { return archive.calls.count().evaluations; }
  // Those that count for the budget.
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
  // Says whether the call counts.
  bool recordVisits(const Input &x, bool closes);
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
  // Than another worker: then provers are asked once more, and what they run is
  // charged, or a call that fills memory would have them run it all each time.
  bool isLater = false;
  Input setups;                // see chooseSetups()
  std::vector<uint32_t> slots; // of the numbers in `space`
  std::vector<TargetId> missed;
  std::map<Query, TargetId> queried; // of all that provers were asked
  Rank resultDistance = 0; // of the last call to the goal's resultTarget()
  uint32_t reached = 0;
  bool counted = false, returned = false; // of the last call
};

} // namespace coverme

#endif

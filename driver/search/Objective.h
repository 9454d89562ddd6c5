// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code under test as functions to minimise: FOO_R, and the distance to one
// branch. Every evaluation counts, whoever asked for it: new branches, the
// nearest miss of each uncovered branch and misbehaviour are recorded on each.
#ifndef COVERME_DRIVER_SEARCH_OBJECTIVE_H
#define COVERME_DRIVER_SEARCH_OBJECTIVE_H

#include "Options.h"
#include "coverme/Distance.h"
#include "search/InputSpace.h"
#include "search/Saturation.h"
#include "search/SearchState.h"
#include "target/LoadedObject.h"

#include <set>

namespace coverme {

class Objective {
public:
  // Takes up what `state` holds already (after a worker died). All arguments
  // are kept by reference.
  Objective(const LoadedObject &object, const Program &program,
            const Scope &scope, const SearchOptions &options,
            SearchState &state);

  // The numbers; where pointers lead is no dimension of a search.
  const InputSpace &inputs() const { return space; }

  // Where pointers lead from the next call on: values of the plan's last
  // inputs, which follow the numbers of what is evaluated. Empty: each to its
  // own object, as in the beginning.
  void lead(std::span<const uint64_t> choice);
  std::span<const uint64_t> leads() const { return choice; }

  // FOO_R(x) as a rank: zero exactly when x covers a new branch or leads to
  // one (PLDI'17, Thm. 4.3). The plateau for a call that did not return.
  // Where pointers lead may follow the numbers, in place of lead()'s.
  // Ends the worker where calls hold all the memory that they may.
  Rank evaluate(const Input &x);

  // Did the last call fulfil the assumption, and end by itself? Else what it
  // visited of the entry means nothing.
  bool hasReturned() const { return returned; }

  // What the last call wrote, when it has returned: the result, then the plan's
  // outputs.
  std::span<const uint64_t> outputs() const { return out; }

  // The open and the watched sites that the last call reached, in the order of
  // first visits.
  std::span<const uint32_t> visitedSites() const {
    return {session.touched, session.touchedCount};
  }

  // The last call's distance to the branch; the plateau if its site was not
  // reached, or is neither open nor watched.
  Rank distanceTo(BranchId branch) const {
    const coverme_visit &visit = session.visits[siteOf(branch)];
    return visit.epoch == session.epoch ? visit.distance[outcomeOf(branch)]
                                        : plateau();
  }

  // Nothing more to do: nothing open, budget spent, or stopped.
  bool isDone() const { return saturation.allSaturated() || isBudgetSpent(); }
  bool isBudgetSpent() const;
  // The parent wants an end.
  bool isStopped() const { return state.count().stopRequested != 0; }

  // Should visits of the site be seen although nothing is open there?
  void watch(uint32_t site, bool on);

  // Counts the branch as saturated without a witness (PLDI'17, Sec. 5.3).
  void giveUp(BranchId branch);

  // Counts the branch as saturated because no input takes it.
  // require: it was taken by no call, else throws Error(Internal).
  void closeProved(BranchId branch, const Proof &proof);

  // The branch that FOO_R > 0 measured in the last call: the open one at the
  // last site with one open branch; kNoBranch if there was no such site.
  static constexpr BranchId kNoBranch = UINT32_MAX;
  BranchId lastOpenBranch() const;

  // The branches whose sites were reached without taking them, in the order of
  // their first misses; `forgetClosed` drops those closed since.
  const std::vector<BranchId> &missedBranches() const { return missed; }
  void forgetClosed();

  bool isCovered(BranchId branch) const {
    return state.branches[branch].witness != 0;
  }
  // Neither covered, nor given up, nor proved infeasible.
  bool isOpen(BranchId branch) const {
    const BranchRecord &record = state.branches[branch];
    return record.witness == 0 && record.givenUp == 0 && record.proved == 0;
  }
  // All open branches of the scope that are judged, ascending.
  std::vector<BranchId> openBranches() const;
  uint32_t coveredCount() const { return covered; }
  uint64_t evaluations() const { return state.count().evaluations; }
  // Those that count for the budget.
  uint64_t charged() const { return evaluations() - state.count().uncharged; }
  double toDouble(Rank rank) const;
  Rank plateau() const { return plateauRank(session.distanceMode); }

  const Program &program;
  const Scope &scope;
  SearchState &state;

private:
  void addWitness(const Input &x);
  void recordVisits(const Input &x);
  Rank call(const Input &x);
  void closeGuards();
  void recordMisbehaviour(int outcome, const Input &x);
  void recordNotes(const Input &x);
  [[noreturn]] void endFullWorker(FullWorker reason);
  void addFinding(FindingKind kind, int32_t code, const Input &x);

  const LoadedObject &object;
  const SearchOptions &options;
  coverme_session &session;
  InputSpace space;
  Saturation saturation;
  Input choice; // see lead()
  std::vector<uint64_t> out;
  std::set<Input> deadly; // inputs that ended an earlier worker
  std::vector<BranchId> missed;
  uint32_t covered = 0;
  uint64_t calls = 0; // by this objective, not in all
  bool returned = false;
};

} // namespace coverme

#endif

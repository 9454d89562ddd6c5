// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Objective.h"

#include "driver/engine/FakeTarget.h"
#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace coverme {
namespace {

using namespace test;

// if (x > 5) { if (x == 7) }
void nested(const uint64_t *in, uint64_t *) {
  if (fakeBranch(0, kGreater, in[0], 5.0))
    fakeBranch(1, kEqual, in[0], 7.0);
}

struct Nested : FakeTarget {
  Nested() : FakeTarget(2, {floating()}) {
    connect(program, 0, true, {{1}, {}});
  }
  Rank evaluate(double x) { return objective->evaluate({bitsOf(x)}); }
};

TEST(Objective, IsZeroExactlyWhenSomethingNewIsReached) {
  Nested target;
  target.start(nested);
  EXPECT_EQ(target.evaluate(1.0), 0u);
  EXPECT_NE(target.evaluate(2.0), 0u) << "the same branches again";
  EXPECT_EQ(target.evaluate(6.0), 0u);
  EXPECT_NE(target.evaluate(8.0), 0u);
  EXPECT_EQ(target.evaluate(7.0), 0u);
  EXPECT_NE(target.evaluate(7.0), 0u) << "all is covered";
  EXPECT_TRUE(target.objective->isDone());
}

TEST(Objective, KeepsOneWitnessPerCallThatFoundSomething) {
  Nested target;
  Objective &objective = target.start(nested);
  target.evaluate(6.0); // two new branches
  target.evaluate(6.5); // nothing
  target.evaluate(1.0);
  EXPECT_EQ(target.archive->count().witnesses, 2u);
  EXPECT_EQ(target.archive->witnessInput(0)[0], bitsOf(6.0));
  EXPECT_EQ(target.archive->witnessInput(1)[0], bitsOf(1.0));
  EXPECT_EQ(target.archive->targets[branchOf(0, true)].witness, 1u);
  EXPECT_EQ(target.archive->targets[branchOf(1, false)].witness, 1u);
  EXPECT_EQ(target.archive->targets[branchOf(0, false)].witness, 2u);
  EXPECT_FALSE(objective.isReached(branchOf(1, true)));
  EXPECT_EQ(objective.reachedCount(), 3u);
  EXPECT_EQ(objective.evaluations(), 3u);
}

TEST(Objective, KeepsTheNearestMissOfAnUncoveredBranch) {
  Nested target;
  target.start(nested);
  for (const double x : {100.0, 7.5, 50.0})
    target.evaluate(x);
  const TargetRecord &record = target.archive->targets[branchOf(1, true)];
  EXPECT_EQ(record.misses, 3u);
  EXPECT_EQ(record.best, distance(kEqual, 7.5, 7.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(target.archive->bestInput(branchOf(1, true))[0], bitsOf(7.5));
}

TEST(Objective, ABranchIsFlatWhenManyMissesWereEquallyFar) {
  Nested target;
  target.start(nested);
  const TargetRecord &record = target.archive->targets[branchOf(1, true)];
  for (int i = 0; i < 999; ++i)
    target.evaluate(8.0);
  EXPECT_FALSE(record.isFlat()) << "too few to tell";
  target.evaluate(8.0);
  EXPECT_TRUE(record.isFlat());
  target.evaluate(9.0);
  EXPECT_FALSE(record.isFlat()) << "farther is a response, too";
}

TEST(Objective, ListsTheMissedBranchesUntilTheyAreForgotten) {
  Nested target;
  Objective &objective = target.start(nested);
  using Branches = std::vector<BranchId>;
  EXPECT_EQ(objective.missedTargets(), Branches());
  target.evaluate(3.0);
  EXPECT_EQ(objective.missedTargets(), Branches{branchOf(0, true)});
  target.evaluate(8.0);
  EXPECT_EQ(objective.missedTargets(),
            (Branches{branchOf(0, true), branchOf(1, true)}));
  target.evaluate(9.0);
  objective.forgetClosed();
  EXPECT_EQ(objective.missedTargets(), Branches{branchOf(1, true)});
  // A worker that takes over knows them, too.
  EXPECT_EQ(target.start(nested).missedTargets(), Branches{branchOf(1, true)});
}

TEST(Objective, ProgressIsANearerMissOrANewBranch) {
  Nested target;
  target.start(nested);
  const ArchiveCounters &count = target.archive->count();
  target.evaluate(9.0);
  EXPECT_EQ(count.lastProgress, 1u);
  target.evaluate(10.0);
  EXPECT_EQ(count.lastProgress, 1u) << "farther";
  target.evaluate(8.0);
  EXPECT_EQ(count.lastProgress, 3u) << "nearer";
  EXPECT_EQ(count.lastGain, 1u);
  target.evaluate(7.0);
  EXPECT_EQ(count.lastGain, 4u);
  EXPECT_EQ(count.lastProgress, 4u);
}

TEST(Objective, DistanceToABranchIsThePlateauWhereItsSiteWasNotReached) {
  Nested target;
  Objective &objective = target.start(nested);
  target.evaluate(6.0);
  EXPECT_EQ(objective.distanceTo(branchOf(1, true)),
            distance(kEqual, 6.0, 7.0, COVERME_DISTANCE_ULP));
  target.evaluate(1.0);
  EXPECT_EQ(objective.distanceTo(branchOf(1, true)), objective.plateau());
  EXPECT_EQ(objective.distanceTo(branchOf(0, true)),
            distance(kGreater, 1.0, 5.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(objective.distanceTo(branchOf(0, false)), 0u);
}

TEST(Objective, MeasuresInTheModeOfTheOptions) {
  Nested target;
  target.options.distance = DistanceMode::Squared;
  Objective &objective = target.start(nested);
  target.evaluate(1.0);
  target.evaluate(2.0);
  EXPECT_EQ(objective.toDouble(objective.distanceTo(branchOf(0, true))), 9.0);
}

TEST(Objective, IsDoneWhenTheBudgetIsSpentOrTheParentSaysSo) {
  Nested target;
  target.options.maxEvaluations = 3;
  Objective &objective = target.start(nested);
  for (const double x : {1.0, 2.0, 3.0}) {
    EXPECT_FALSE(objective.isDone());
    target.evaluate(x);
  }
  EXPECT_TRUE(objective.isDone());
  target.options.maxEvaluations = 100;
  EXPECT_FALSE(objective.isDone());
  target.archive->count().stopRequested = 1;
  EXPECT_TRUE(objective.isDone());
}

TEST(Objective, IsDoneSoLongAfterTheLastGain) {
  Nested target;
  target.options.patience = 3;
  const Objective &objective = target.start(nested);
  for (const double x : {1.0, 2.0, 3.0, 6.0, 5.0, 4.0})
    target.evaluate(x);
  EXPECT_FALSE(objective.isDone());
  // Calls of provers, which the budget does not count, count neither here.
  target.archive->calls.count().evaluations += 100;
  target.archive->calls.count().uncharged += 100;
  EXPECT_FALSE(objective.isDone());
  // What a call costs beyond its evaluation counts, also for the next worker.
  target.archive->calls.count().surcharge = 1;
  EXPECT_TRUE(objective.isDone());
  EXPECT_TRUE(target.start(nested).isDone());
  target.evaluate(7.0);
  EXPECT_EQ(target.archive->count().costToGain, 8u);
}

TEST(Objective, GivenUpBranchesCountAsSaturatedButNotAsCovered) {
  Nested target;
  Objective &objective = target.start(nested);
  target.evaluate(1.0);
  target.evaluate(6.0);
  EXPECT_EQ(objective.lastOpenTarget(), branchOf(1, true));
  objective.giveUp(branchOf(1, true));
  EXPECT_TRUE(objective.isDone());
  EXPECT_FALSE(objective.isReached(branchOf(1, true)));
  EXPECT_EQ(target.archive->targets[branchOf(1, true)].givenUp, 1);
}

TEST(Objective, LastOpenBranchIsNoneWhereNoOpenSiteWasReached) {
  Nested target;
  Objective &objective = target.start(nested);
  target.evaluate(1.0);
  // Only the inner site is open now, and true at the outer one leads there.
  target.evaluate(1.0);
  EXPECT_EQ(objective.lastOpenTarget(), branchOf(0, true));
  target.evaluate(6.0);
  target.evaluate(7.0);
  target.evaluate(7.0);
  EXPECT_EQ(objective.lastOpenTarget(), kNoTarget);
}

TEST(Objective, TakesUpWhatTheStateHolds) {
  Nested target;
  target.start(nested);
  target.evaluate(1.0);
  target.evaluate(6.0);
  target.objective->giveUp(branchOf(1, true));
  const Objective &next = target.start(nested);
  EXPECT_EQ(next.reachedCount(), 3u);
  EXPECT_EQ(next.evaluations(), 2u);
  EXPECT_TRUE(next.isDone());
  EXPECT_EQ(fakeStates[0], 0);
  EXPECT_EQ(fakeStates[1], 0);
}

TEST(Objective, AnEndlessLoopIsAPlateauAndAFinding) {
  FakeTarget target(1, {floating()});
  target.options.fuel = 10;
  Objective &objective = target.start([](const uint64_t *in, uint64_t *) {
    fakeBranch(0, kGreater, in[0], 5.0);
    for (;;)
      if (--__coverme_fuel == 0)
        __coverme_out_of_fuel();
  });
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(objective.evaluate({bitsOf(2.5)}), objective.plateau());
  ASSERT_EQ(target.archive->calls.count().findings, 1u) << "once for its place";
  EXPECT_EQ(target.archive->calls.findings[0].kind, FindingKind::OutOfFuel);
  EXPECT_EQ(target.archive->calls.findings[0].site, 0u);
  EXPECT_EQ(target.archive->calls.findingInput(0)[0], bitsOf(2.5));
  EXPECT_FALSE(objective.isReached(branchOf(0, false)))
      << "no test without an end";
}

// A loop of so many iterations.
void spin(uint64_t iterations) {
  for (uint64_t i = 0; i < iterations; ++i)
    if (--__coverme_fuel == 0)
      __coverme_out_of_fuel();
}

TEST(Objective, ACallThatTakesMoreFuelGetsItWhereItReachesSomethingOpen) {
  FakeTarget target(1, {floating()});
  Objective &objective = target.start([](const uint64_t *in, uint64_t *) {
    if (fakeBranch(0, kGreater, in[0], 5.0))
      spin(2 * kFirstFuel);
  });
  objective.evaluate({bitsOf(6.0)});
  EXPECT_TRUE(objective.isReached(branchOf(0, true)));
  EXPECT_EQ(objective.evaluations(), 2u) << "the first was not enough";
  objective.evaluate({bitsOf(7.0)});
  EXPECT_EQ(objective.evaluations(), 3u) << "all get more from then on";
}

TEST(Objective, ACallThatReachesNothingNewIsCutEarly) {
  FakeTarget target(1, {floating()});
  Objective &objective = target.start([](const uint64_t *in, uint64_t *) {
    if (fakeBranch(0, kGreater, in[0], 5.0))
      spin(UINT64_MAX);
  });
  constexpr uint64_t kCalls = 60; // and no 64th, which gets all the fuel again
  for (uint64_t i = 0; i < kCalls; ++i)
    EXPECT_EQ(objective.evaluate({bitsOf(6.0)}), objective.plateau());
  EXPECT_EQ(objective.evaluations(), kCalls + 3);
  EXPECT_EQ(target.archive->targets[branchOf(0, true)].nonReturning, kCalls);
  const CallLog &calls = target.archive->calls;
  ASSERT_EQ(calls.count().findings, 2u);
  EXPECT_EQ(calls.findings[0].kind, FindingKind::Starved) << "a suspicion";
  EXPECT_EQ(calls.findings[1].kind, FindingKind::OutOfFuel);
}

TEST(Objective, ACallThatRaisesASignalCountsUntilOneReturns) {
  FakeTarget target(2, {floating()});
  Objective &objective = target.start([](const uint64_t *in, uint64_t *) {
    if (fakeBranch(0, kGreater, in[0], 5.0)) {
      fakeBranch(1, kGreater, in[0], 9.0);
      if (in[0] != bitsOf(8.0))
        coverme_leave_call(COVERME_SIGNALLED, SIGFPE);
    }
  });
  const TargetId taken = branchOf(0, true), missed = branchOf(1, true);
  EXPECT_EQ(objective.evaluate({bitsOf(6.0)}), objective.plateau());
  EXPECT_TRUE(objective.isReached(taken));
  EXPECT_TRUE(objective.isOpen(taken)) << "for a call that returns";
  EXPECT_EQ(target.archive->count().witnesses, 1u);
  EXPECT_EQ(target.archive->targets[missed].misses, 1u)
      << "what comes behind can be searched for";
  objective.evaluate({bitsOf(7.0)});
  EXPECT_EQ(target.archive->count().witnesses, 1u) << "one of a kind is enough";
  EXPECT_EQ(objective.evaluate({bitsOf(8.0)}), 0u);
  EXPECT_FALSE(objective.isOpen(taken));
  EXPECT_EQ(target.archive->count().witnesses, 2u);
  ASSERT_EQ(target.archive->calls.count().findings, 1u);
  EXPECT_EQ(target.archive->calls.findings[0].kind, FindingKind::Signal);
  EXPECT_EQ(target.archive->calls.findings[0].code, SIGFPE);
  EXPECT_EQ(target.archive->calls.findings[0].site, 1u);
}

TEST(Objective, WhatTheCodeDoesToEndItselfIsNoFinding) {
  for (const int outcome : {COVERME_EXITED, COVERME_ABORTED, COVERME_THREW}) {
    FakeTarget target(1, {floating()});
    Objective &objective = target.start([&](const uint64_t *in, uint64_t *) {
      fakeBranch(0, kGreater, in[0], 5.0);
      coverme_leave_call(outcome, 0);
    });
    objective.evaluate({bitsOf(6.0)});
    EXPECT_TRUE(objective.isReached(branchOf(0, true))) << outcome;
    EXPECT_EQ(target.archive->calls.count().findings, 0u) << outcome;
    EXPECT_EQ(target.archive->calls.count().surcharge, 0u) << outcome;
  }
}

TEST(Objective, NeverCallsAgainWithWhatEndedAnEarlierWorker) {
  FakeTarget target(1, {floating()});
  const uint64_t crashing = bitsOf(13.0);
  target.archive->calls.current[0] = crashing;
  target.archive->calls.addCrashing();
  int calls = 0;
  Objective &objective =
      target.start([&](const uint64_t *, uint64_t *) { ++calls; });
  EXPECT_EQ(objective.evaluate({crashing}), objective.plateau());
  EXPECT_EQ(calls, 0);
  // Or a search that meets no other input would not end.
  EXPECT_EQ(objective.evaluations(), 1u);
  objective.evaluate({bitsOf(14.0)});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(objective.evaluations(), 2u);
}

TEST(Objective, LeavesTheInputOfTheRunningCallInTheState) {
  FakeTarget target(1, {floating(), floating()});
  Input seen;
  const CallLog &calls = target.archive->calls;
  Objective &objective = target.start([&](const uint64_t *, uint64_t *) {
    seen.assign(calls.current.begin(), calls.current.end());
    EXPECT_EQ(calls.sessionRecord().callIsRunning, 1u);
  });
  objective.evaluate({11, 22});
  EXPECT_EQ(seen, (Input{11, 22}));
  EXPECT_EQ(calls.sessionRecord().callIsRunning, 0u);
}

const Proof kProof{ProofEngine::Interval, 12, 0.5, "x > 5 there"};

TEST(Objective, ClosesWhatIsProvedAndEndsWhenNothingIsOpen) {
  Nested target;
  Objective &objective = target.start(nested);
  const BranchId branch = branchOf(1, true);
  target.evaluate(1.0);
  target.evaluate(6.0);
  EXPECT_EQ(objective.openTargets(), std::vector{branch});
  EXPECT_EQ(objective.missedTargets().back(), branch);
  objective.closeProved(branch, kProof);
  objective.forgetClosed();
  EXPECT_TRUE(objective.openTargets().empty());
  EXPECT_TRUE(objective.missedTargets().empty());
  EXPECT_TRUE(objective.isDone());
  EXPECT_FALSE(objective.isReached(branch));
  EXPECT_EQ(target.archive->proofs[branch].proof(), kProof);
}

TEST(Objective, TakesUpTheProofsOfADeadWorker) {
  Nested target;
  target.start(nested).closeProved(branchOf(1, true), kProof);
  Objective &objective = target.start(nested);
  EXPECT_FALSE(objective.isOpen(branchOf(1, true)));
  target.evaluate(1.0);
  target.evaluate(6.0);
  EXPECT_TRUE(objective.isDone());
  EXPECT_EQ(target.archive->targets[branchOf(1, true)].misses, 0u);
}

TEST(Objective, RefutesAProofOfWhatACallHasTaken) {
  Nested target;
  Objective &objective = target.start(nested);
  target.evaluate(6.0);
  objective.closeProved(branchOf(0, true), kProof);
  EXPECT_TRUE(target.archive->targets[branchOf(0, true)].isRefuted());
  EXPECT_TRUE(objective.isReached(branchOf(0, true)));
}

TEST(Objective, RefutesAProofByALaterCallThatTakesTheBranch) {
  Nested target;
  target.start(nested).closeProved(branchOf(0, true), kProof);
  EXPECT_FALSE(target.archive->targets[branchOf(0, true)].isRefuted());
  target.evaluate(6.0);
  EXPECT_TRUE(target.archive->targets[branchOf(0, true)].isRefuted());
}

TEST(Archive, CutsAReasonThatIsTooLong) {
  const Archive state(1, 1, 2);
  state.addProof(0, {ProofEngine::Smt, 1, 0, std::string(1000, 'a')});
  EXPECT_EQ(state.proofs[0].proof().reason, std::string(199, 'a'));
}

TEST(CallLog, KeepsOneFindingOfAKindAndPlaceAndBoundsTheirNumber) {
  CallLog calls(1, 1);
  const uint64_t input = 5;
  const std::span<const uint64_t> span(&input, 1);
  calls.addFinding({FindingKind::Signal, 8, 0}, span);
  calls.addFinding({FindingKind::Signal, 8, 0}, span);
  EXPECT_EQ(calls.count().findings, 1u);
  for (int code = 0; code < 1000; ++code)
    calls.addFinding({FindingKind::Exit, code, 0}, span);
  EXPECT_EQ(calls.count().findings, CallLog::kMaxFindings);
}

} // namespace
} // namespace coverme

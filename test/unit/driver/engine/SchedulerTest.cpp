// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Scheduler.h"

#include "driver/engine/FakeTarget.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

// Four sites, all eight branches reachable: if (x > 5) { if (y < -3)
// if (x == 1234.5) } if (y == x)
void reachable(const uint64_t *in, uint64_t *) {
  if (fakeBranch(0, kGreater, in[0], 5.0))
    if (fakeBranch(1, kLess, in[1], -3.0))
      fakeBranch(2, kEqual, in[0], 1234.5);
  fakeBranch(3, kEqual, doubleOf(in[0]), doubleOf(in[1]));
}

struct Reachable : FakeTarget {
  Reachable() : FakeTarget(4, {floating(), floating()}) {
    connect(program, 0, false, {{3}, {}});
    connect(program, 0, true, {{1}, {}});
    connect(program, 1, false, {{3}, {}});
    connect(program, 1, true, {{2}, {}});
    for (const bool outcome : {false, true})
      connect(program, 2, outcome, {{3}, {}});
  }
  void run(FakeBody body = reachable, uint32_t restart = 0) {
    runSearch(start(std::move(body)), options, restart);
  }
};

TEST(Search, CoversAllThatIsReachableAndStopsThen) {
  Reachable target;
  target.run();
  EXPECT_EQ(target.objective->reachedCount(), 8u);
  EXPECT_LT(target.objective->evaluations(), target.options.maxEvaluations);
}

TEST(Search, EveryLocalMethodCoversWhatAlgorithm1Needs) {
  for (const LocalMethod method :
       {LocalMethod::Avm, LocalMethod::Powell, LocalMethod::Bobyqa,
        LocalMethod::Newuoa, LocalMethod::Cobyla, LocalMethod::NelderMead,
        LocalMethod::Sbplx}) {
    Reachable target;
    target.options.local = method;
    target.options.distance = DistanceMode::Absolute;
    target.run();
    EXPECT_GE(target.objective->reachedCount(), 7u);
  }
}

TEST(Search, WitnessesTakeTheirBranchesAgain) {
  Reachable target;
  target.run();
  // A fresh state: nothing is known, the witnesses alone are run.
  Reachable again;
  Objective &objective = again.start(reachable);
  for (uint32_t i = 0; i < target.archive->count().witnesses; ++i) {
    const auto input = target.archive->witnessInput(i);
    objective.evaluate({input.begin(), input.end()});
  }
  EXPECT_EQ(objective.reachedCount(), 8u);
}

// if (x > 5) { if (x < 4) }: the inner true branch is infeasible.
void infeasible(const uint64_t *in, uint64_t *) {
  if (fakeBranch(0, kGreater, in[0], 5.0))
    fakeBranch(1, kLess, in[0], 4.0);
}

struct Infeasible : FakeTarget {
  Infeasible() : FakeTarget(2, {floating()}) {
    connect(program, 0, true, {{1}, {}});
    options.maxEvaluations = 20'000;
  }
};

TEST(Search, Algorithm1SpendsItsBudgetOnAnInfeasibleBranchAndNotMuchMore) {
  Infeasible target;
  target.options.local = LocalMethod::Powell;
  target.options.starts = 100'000;
  runSearch(target.start(infeasible), target.options, 0);
  EXPECT_EQ(target.objective->reachedCount(), 3u);
  EXPECT_GE(target.objective->evaluations(), 20'000u);
  EXPECT_LE(target.objective->evaluations(), 20'002u);
}

TEST(Search, EndsWhenNothingHasComeNearerForLong) {
  Infeasible target;
  runSearch(target.start(infeasible), target.options, 0);
  const uint64_t evaluations = target.objective->evaluations();
  EXPECT_EQ(target.objective->reachedCount(), 3u);
  EXPECT_GE(evaluations, 3'000u) << "at least this part of the budget";
  EXPECT_GE(
      evaluations,
      std::min<uint64_t>(20 * target.archive->count().lastProgress, 20'000));
  EXPECT_LE(evaluations, 20'000u);
}

// if (x > 5) { if (1 > 2) }: no input changes the distance to the inner branch.
TEST(Search, EndsSoonWhereNoInputMakesADifference) {
  Infeasible target;
  target.options.maxEvaluations = 1'000'000;
  runSearch(target.start([](const uint64_t *in, uint64_t *) {
    if (fakeBranch(0, kGreater, in[0], 5.0))
      fakeBranch(1, kGreater, 1.0, 2.0);
  }),
            target.options, 0);
  EXPECT_EQ(target.objective->reachedCount(), 3u);
  EXPECT_GE(target.archive->targets[branchOf(1, true)].spent, 30'000u);
  EXPECT_LT(target.objective->evaluations(), 60'000u);
}

TEST(Search, CountsTheMinimaOfAnInfeasibleBranch) {
  Infeasible target;
  runSearch(target.start(infeasible), target.options, 0);
  const TargetRecord &record = target.archive->targets[branchOf(1, true)];
  EXPECT_GT(record.minima, 0u);
  EXPECT_GT(record.spent, 1000u);
  EXPECT_EQ(record.givenUp, 0) << "only the paper's search gives up";
  EXPECT_EQ(target.archive->targets[branchOf(1, false)].spent, 0u);
}

TEST(Search, ThePapersGivesUpAnInfeasibleBranchAndEnds) {
  Infeasible target;
  applyPaperSettings(target.options);
  target.options.maxEvaluations = 1'000'000;
  runSearch(target.start(infeasible), target.options, 0);
  EXPECT_TRUE(target.objective->isDone());
  EXPECT_EQ(target.archive->targets[branchOf(1, true)].givenUp, 1);
  EXPECT_LT(target.objective->evaluations(), 1'000'000u);
}

TEST(Search, IsTheSameWithTheSameSeedAndAnotherAfterARestart) {
  const auto trace = [](uint64_t seed, uint32_t restart) {
    Infeasible target;
    target.options.seed = seed;
    target.options.maxEvaluations = 3'000;
    std::vector<uint64_t> inputs;
    runSearch(target.start([&](const uint64_t *in, uint64_t *out) {
      inputs.push_back(in[0]);
      infeasible(in, out);
    }),
              target.options, restart);
    return inputs;
  };
  EXPECT_EQ(trace(1, 0), trace(1, 0));
  EXPECT_NE(trace(1, 0), trace(2, 0));
  EXPECT_NE(trace(1, 0), trace(1, 1));
}

// Notes what it is asked; proves a branch from the given time on.
class FakeProver final : public Prover {
public:
  FakeProver(Query provable, size_t time) : provable(provable), time(time) {}
  void prove(Asker &asker, std::span<const Query> queries,
             uint64_t effort) override {
    asked.emplace_back(queries.begin(), queries.end());
    efforts.push_back(effort);
    if (asked.size() >= time)
      asker.close(provable, {ProofEngine::Smt, 1, 0, "because"});
  }

  Query provable;
  size_t time;
  std::vector<std::vector<Query>> asked;
  std::vector<uint64_t> efforts;
};

const Query kOpen{1, true};
const std::vector<Query> kAll{kOpen};

struct Asked : Infeasible {
  Asked(size_t time, uint32_t restart = 0) {
    provers.push_back(std::make_unique<FakeProver>(kOpen, time));
    run(restart);
  }
  void run(uint32_t restart) {
    runSearch(start(infeasible), options, restart, provers);
  }
  const FakeProver &prover() const {
    return static_cast<const FakeProver &>(*provers[0]);
  }
  Provers provers;
};

TEST(Search, EndsAfterItsFirstRoundWhenTheRestIsProved) {
  Asked target(1);
  EXPECT_EQ(target.prover().asked.size(), 1u);
  EXPECT_EQ(target.prover().asked[0], kAll);
  EXPECT_LT(target.objective->evaluations(), 2'500u);
}

TEST(Search, AsksAgainInTheEndWithMoreEffort) {
  Asked target(2);
  ASSERT_EQ(target.prover().asked.size(), 2u);
  EXPECT_EQ(target.prover().asked[1], kAll);
  EXPECT_LT(target.prover().efforts[0], target.prover().efforts[1]);
  EXPECT_FALSE(target.objective->isOpen(branchOf(1, true)));
}

TEST(Search, DoesNotRepeatTheFirstQuestionAfterARestart) {
  Asked target(4);
  EXPECT_EQ(target.prover().asked.size(), 2u);
  target.run(1);
  EXPECT_EQ(target.prover().asked.size(), 3u);
}

TEST(Search, AsksNobodyWhereEverythingIsCovered) {
  Reachable target;
  Provers provers;
  provers.push_back(std::make_unique<FakeProver>(kOpen, 1));
  runSearch(target.start(reachable), target.options, 0, provers);
  EXPECT_TRUE(static_cast<FakeProver &>(*provers[0]).asked.empty());
}

TEST(Search, CallsAFunctionWithoutInputsOnce) {
  FakeTarget target(1, {});
  runSearch(target.start([](const uint64_t *, uint64_t *) {
    fakeBranch(0, kLess, 1.0, 2.0);
  }),
            target.options, 0);
  EXPECT_EQ(target.objective->evaluations(), 1u);
  EXPECT_TRUE(target.objective->isReached(branchOf(0, true)));
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/TargetPursuit.h"

#include "driver/engine/FakeTarget.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace coverme {
namespace {

using namespace test;

// if (x > 10) { if (y > 20) { if (z == 30) } }
void threeNested(const uint64_t *in, uint64_t *) {
  if (fakeBranch(0, kGreater, in[0], 10.0))
    if (fakeBranch(1, kGreater, in[1], 20.0))
      fakeBranch(2, kEqual, in[2], 30.0);
}

class Pursuit : public testing::TestWithParam<DistanceMode> {
protected:
  Pursuit() {
    connect(target.program, 0, true, {{1}, {}});
    connect(target.program, 1, true, {{2}, {}});
    target.options.distance = GetParam();
    // As a pursuit finds it: all is open to the hooks.
    target.start(threeNested);
    graph.emplace(target.program, target.goal->scope);
    levels.emplace(*graph);
    pursuit.emplace(*target.objective, *levels, branchOf(2, true), true);
  }

  Rank evaluate(double x, double y, double z) {
    return pursuit->evaluate({bitsOf(x), bitsOf(y), bitsOf(z)});
  }

  FakeTarget target{3, {floating(), floating(), floating()}};
  std::optional<SiteGraph> graph;
  std::optional<ApproachLevels> levels;
  std::optional<TargetPursuit> pursuit;
};
INSTANTIATE_TEST_SUITE_P(TargetPursuit, Pursuit,
                         testing::Values(DistanceMode::Ulp,
                                         DistanceMode::Squared,
                                         DistanceMode::Absolute));

TEST_P(Pursuit, IsZeroExactlyWhenTheBranchIsTaken) {
  EXPECT_NE(evaluate(0, 0, 30), 0u);
  EXPECT_NE(evaluate(11, 21, 29), 0u);
  EXPECT_FALSE(pursuit->isDone());
  EXPECT_EQ(evaluate(11, 21, 30), 0u);
  EXPECT_TRUE(pursuit->isDone());
}

TEST_P(Pursuit, ShrinksOnTheWayToTheBranch) {
  const double way[][3] = {{-1e300, 0, 0}, {0, 0, 0},    {9, 0, 0},
                           {11, -1e9, 0},  {11, 0, 0},   {11, 19, 0},
                           {11, 21, 1e9},  {11, 21, 50}, {11, 21, 30.5},
                           {11, 21, 30}};
  Rank before = std::numeric_limits<Rank>::max();
  for (const auto &[x, y, z] : way) {
    const Rank now = evaluate(x, y, z);
    EXPECT_LT(now, before) << x << ", " << y << ", " << z;
    EXPECT_LE(pursuit->toDouble(now), pursuit->toDouble(before));
    before = now;
  }
}

TEST_P(Pursuit, AnyDistanceWeighsLessThanALevel) {
  const Rank farButDeep = evaluate(11, 21, -1e308);
  const Rank nearButShallow = evaluate(11, 20, 30);
  EXPECT_LT(farButDeep, nearButShallow);
}

TEST_P(Pursuit, WithoutApproachAllCallsThatMissTheSiteAreEqual) {
  pursuit.reset();
  TargetPursuit blind(*target.objective, *levels, branchOf(2, true), false);
  const auto rank = [&](double x, double y) {
    return blind.evaluate({bitsOf(x), bitsOf(y), bitsOf(0.0)});
  };
  EXPECT_EQ(rank(0, 0), rank(9, 0));
  EXPECT_EQ(rank(0, 0), rank(11, 19));
  EXPECT_LT(rank(11, 21), rank(0, 0));
}

TEST_P(Pursuit, ACallThatDoesNotReturnIsTheWorst) {
  const Rank atOnce = evaluate(-1e300, 0, 0);
  fakeBody = [](const uint64_t *in, uint64_t *out) {
    threeNested(in, out);
    coverme_leave_call(COVERME_SIGNALLED, 0);
  };
  EXPECT_GT(evaluate(11, 21, 30), atOnce);
  EXPECT_FALSE(pursuit->isDone()) << "no test";
}

// The decisions on the way are covered, so that the hooks would skip them.
TEST_P(Pursuit, SeesCoveredDecisionsWhileItLives) {
  evaluate(11, 21, 0);
  evaluate(11, 0, 0);
  evaluate(0, 0, 0); // all but the target is covered
  EXPECT_LT(evaluate(9, 0, 0), evaluate(-1e300, 0, 0));
  EXPECT_EQ(target.objective->visitedSites().size(), 1u);
  pursuit.reset();
  target.objective->evaluate({0, 0, 0});
  EXPECT_EQ(target.objective->visitedSites().size(), 0u);
}

// Failed before: from level 16 on, reached was worse than not returned.
TEST_P(Pursuit, FromAnyLevelIsBetterThanNotReturned) {
  constexpr uint32_t kDeep = ApproachLevels::kMaxLevel;
  FakeTarget deep(kDeep + 1, {floating()});
  deep.options.distance = GetParam();
  for (uint32_t site = 0; site < kDeep; ++site)
    connect(deep.program, site, true, {{site + 1}, {}});
  bool aborts = false;
  deep.start([&](const uint64_t *in, uint64_t *) {
    if (aborts)
      coverme_leave_call(COVERME_SIGNALLED, 0);
    fakeBranch(0, kGreater, in[0], 10.0);
  });
  const SiteGraph deepGraph(deep.program, deep.goal->scope);
  ApproachLevels deepLevels(deepGraph);
  TargetPursuit deepPursuit(*deep.objective, deepLevels, branchOf(kDeep, true),
                            true);
  const Rank reached = deepPursuit.evaluate({bitsOf(1.0)});
  aborts = true;
  EXPECT_LT(reached, deepPursuit.evaluate({bitsOf(1.0)}));
}

} // namespace
} // namespace coverme

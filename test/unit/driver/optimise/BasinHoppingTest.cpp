// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/BasinHopping.h"

#include "driver/optimise/SyntheticProblem.h"
#include "optimise/Avm.h"

#include <gtest/gtest.h>

#include <cmath>

namespace coverme {
namespace {

using namespace test;

// A local search that plays back: its k-th minimum is the k-th of the list.
// Keeps where each minimisation began.
class Script final : public LocalSearch {
public:
  struct Minimum {
    double at;
    double value;
  };
  explicit Script(std::vector<Minimum> minima) : minima(std::move(minima)) {}

  Rank minimise(Problem &, Input &x, uint64_t) override {
    begins.push_back(doubleOf(x[0]));
    const Minimum &minimum = minima[next++ % minima.size()];
    x[0] = bitsOf(minimum.at);
    return rankOfDouble(minimum.value);
  }

  std::vector<double> begins;

private:
  std::vector<Minimum> minima;
  size_t next = 0;
};

SyntheticProblem anyProblem() { return distanceToDouble(0.0, kAbsolute); }

constexpr double kFar = 1e100;

// Steps from a minimum at 0 with `value` to a candidate at kFar with
// `candidate`: was it accepted? (Then the next step begins near kFar.)
bool isAccepted(double value, double candidate, Random &random) {
  SyntheticProblem problem = anyProblem();
  Script script({{0, value}, {kFar, candidate}, {0, value}});
  Input x{bitsOf(0.0)};
  basinHopping(problem, script, random, 2, 100, x);
  return std::fabs(script.begins.at(2)) > 1e50;
}

TEST(BasinHopping, AlwaysAcceptsALowerMinimum) {
  Random random(1);
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(isAccepted(2.0, 1.999, random));
}

TEST(BasinHopping, AlwaysAcceptsAnEqualMinimum) {
  Random random(1);
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(isAccepted(2.0, 2.0, random));
}

TEST(BasinHopping, AcceptsARiseWithTheProbabilityOfMetropolis) {
  Random random(1);
  for (const double rise : {0.125, 0.5, 1.0, 2.0}) {
    constexpr int kTrials = 4000;
    int accepted = 0;
    for (int i = 0; i < kTrials; ++i)
      accepted += isAccepted(1.0, 1.0 + rise, random) ? 1 : 0;
    // Four standard deviations of a mean of 4000 are at most 0.032.
    EXPECT_NEAR(static_cast<double>(accepted) / kTrials, std::exp(-rise),
                0.032);
  }
}

TEST(BasinHopping, NeverAcceptsARiseToThePlateau) {
  Random random(1);
  for (int i = 0; i < 1000; ++i)
    ASSERT_FALSE(isAccepted(1.0, HUGE_VAL, random));
}

TEST(BasinHopping, ReturnsTheBestMinimumNotTheLast) {
  SyntheticProblem problem = anyProblem();
  Script script({{1, 5}, {2, 3}, {3, 0.25}, {4, 0.375}, {5, 0.5}});
  Random random(1);
  Input x{bitsOf(0.0)};
  EXPECT_EQ(basinHopping(problem, script, random, 4, 100, x),
            rankOfDouble(0.25));
  EXPECT_EQ(doubleOf(x[0]), 3.0);
}

TEST(BasinHopping, MinimisesOnceMoreThanItPerturbs) {
  for (const uint32_t iterations : {0u, 1u, 5u}) {
    SyntheticProblem problem = anyProblem();
    Script script({{1, 5}});
    Random random(1);
    Input x{bitsOf(0.0)};
    basinHopping(problem, script, random, iterations, 100, x);
    EXPECT_EQ(script.begins.size(), iterations + 1);
  }
}

TEST(BasinHopping, BeginsAtTheStart) {
  SyntheticProblem problem = anyProblem();
  Script script({{1, 5}});
  Random random(1);
  Input x{bitsOf(123.5)};
  basinHopping(problem, script, random, 3, 100, x);
  EXPECT_EQ(script.begins[0], 123.5);
}

TEST(BasinHopping, StopsAtAZero) {
  SyntheticProblem problem = anyProblem();
  Script script({{1, 5}, {2, 0}, {3, 1}});
  Random random(1);
  Input x{bitsOf(0.0)};
  EXPECT_EQ(basinHopping(problem, script, random, 50, 100, x), 0u);
  EXPECT_EQ(script.begins.size(), 2u);
  EXPECT_EQ(doubleOf(x[0]), 2.0);
}

TEST(BasinHopping, StopsWhenTheProblemIsDone) {
  SyntheticProblem problem = anyProblem();
  problem.doneAfter = 0;
  Script script({{1, 5}});
  Random random(1);
  Input x{bitsOf(0.0)};
  basinHopping(problem, script, random, 50, 100, x);
  EXPECT_EQ(script.begins.size(), 1u);
}

TEST(BasinHopping, LimitsEachMinimisationNotTheChain) {
  SyntheticProblem problem({floating()}, kAbsolute, [](const Input &x) {
    return rankOfDouble(1 + std::fabs(doubleOf(x[0]) - 1e6));
  });
  Avm avm;
  Random random(1);
  Input x{bitsOf(1.0)};
  basinHopping(problem, avm, random, 4, 10, x);
  EXPECT_GT(problem.trace.size(), 10u);
  EXPECT_LE(problem.trace.size(), 50u);
}

TEST(BasinHopping, LeavesALocalMinimumBehind) {
  // Two wells; the one at the start is not the deeper.
  SyntheticProblem problem({floating()}, kAbsolute, [](const Input &x) {
    const double value = doubleOf(x[0]);
    return rankOfDouble(
        std::fmin(0.5 + std::fabs(value - 1), std::fabs(value - 2)));
  });
  Avm avm;
  Random random(1);
  Input x{bitsOf(1.0)};
  EXPECT_EQ(basinHopping(problem, avm, random, 50, 1000, x), 0u);
  EXPECT_EQ(doubleOf(x[0]), 2.0);
}

TEST(BasinHopping, WalksTheSameWayWithTheSameSeed) {
  std::vector<Input> traces[2];
  for (auto &trace : traces) {
    SyntheticProblem problem = distanceToDouble(0.1, kAbsolute);
    Avm avm;
    Random random(9);
    Input x{bitsOf(1e6)};
    basinHopping(problem, avm, random, 5, 20, x);
    trace = problem.trace;
  }
  EXPECT_EQ(traces[0], traces[1]);
}

TEST(Perturbed, MovesSmallAndLargeNumbersByTheirOwnSize) {
  const InputSpace space({floating(), floating()});
  const Input x{bitsOf(1e-300), bitsOf(1e300)};
  Random random(1);
  bool smallMovedALittle = false, smallMovedByOne = false, largeMoved = false;
  for (int i = 0; i < 100; ++i) {
    const Input moved = perturbed(space, x, random);
    const double step = std::fabs(doubleOf(moved[0]) - 1e-300);
    smallMovedALittle |= step > 0 && step < 1e-298;
    smallMovedByOne |= step > 0.01 && step < 10;
    largeMoved |= std::fabs(doubleOf(moved[1]) - 1e300) > 1e298;
  }
  EXPECT_TRUE(smallMovedALittle);
  EXPECT_TRUE(smallMovedByOne);
  EXPECT_TRUE(largeMoved);
}

TEST(Perturbed, StaysInTheRangeOfEachScalar) {
  const InputSpace space({boolean(), signedInteger(8),
                          enumeration(ScalarKind::Unsigned, {1, 50, 1000})});
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Input moved = perturbed(space, {1, 127, 1000}, random);
    EXPECT_LE(moved[0], 1u);
    EXPECT_LE(moved[1], 255u);
    EXPECT_TRUE(moved[2] == 1 || moved[2] == 50 || moved[2] == 1000);
  }
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/EvolutionStrategy.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <tuple>

namespace coverme {
namespace {

using namespace test;

class EverySetting
    : public testing::TestWithParam<std::tuple<Recombination, bool>> {
protected:
  EsSettings settings{std::get<0>(GetParam()), std::get<1>(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(
    EvolutionStrategy, EverySetting,
    testing::Combine(testing::Values(Recombination::Discrete,
                                     Recombination::Global,
                                     Recombination::Intermediate,
                                     Recombination::GlobalIntermediate),
                     testing::Bool()));

// Distance in ordinals to (target, target, ...).
SyntheticProblem towards(double target, size_t scalars) {
  return {std::vector<Scalar>(scalars, floating()), kUlp, [=](const Input &x) {
            Rank sum = 0;
            for (const uint64_t bits : x)
              sum += distance(COVERME_REL_EQUAL, doubleOf(bits), target, kUlp) /
                     x.size();
            return sum;
          }};
}

TEST_P(EverySetting, FindsAnExactDouble) {
  SyntheticProblem problem = towards(0.7853981633974483, 1);
  Input x{bitsOf(1.0)};
  EXPECT_EQ(EvolutionStrategy(settings, 1).minimise(problem, x, 200'000), 0u);
}

TEST_P(EverySetting, ComesNearInSeveralVariables) {
  SyntheticProblem problem = towards(3.0, 4);
  Input x(4, bitsOf(1.0));
  const Rank atStart = problem.rankOf(x);
  const Rank rank = EvolutionStrategy(settings, 1).minimise(problem, x, 20'000);
  EXPECT_LT(rank, atStart / 1000);
}

TEST_P(EverySetting, EndsWhereNothingImproves) {
  SyntheticProblem plain({floating()}, kUlp,
                         [](const Input &) { return Rank{7}; });
  Input x{bitsOf(3.0)};
  EXPECT_EQ(EvolutionStrategy(settings, 1).minimise(plain, x, 1'000'000), 7u);
  EXPECT_EQ(x[0], bitsOf(3.0));
  EXPECT_LE(plain.trace.size(), 2000u);
}

TEST(EvolutionStrategy, IsAnotherWithAnotherSeed) {
  std::vector<Input> traces[2];
  for (const uint64_t seed : {0, 1}) {
    SyntheticProblem problem = towards(3.0, 2);
    Input x(2, bitsOf(1.0));
    EvolutionStrategy({}, seed).minimise(problem, x, 100);
    traces[seed] = problem.trace;
  }
  EXPECT_NE(traces[0], traces[1]);
}

TEST(EvolutionStrategy, StaysInBoundsFromTheEndsOfTheRange) {
  const InputSpace space({floating(), unsignedInteger(64), boolean()});
  for (const bool high : {false, true}) {
    SyntheticProblem problem({floating(), unsignedInteger(64), boolean()}, kUlp,
                             [](const Input &x) { return 1 + (x[0] >> 1); });
    Input x(3);
    for (size_t i = 0; i < 3; ++i)
      x[i] = space.fromOrdinal(i, high ? space.highest(i) : space.lowest(i));
    EvolutionStrategy({}, 1).minimise(problem, x, 2000);
    for (const Input &seen : problem.trace)
      ASSERT_LE(seen[2], 1u);
  }
}

} // namespace
} // namespace coverme

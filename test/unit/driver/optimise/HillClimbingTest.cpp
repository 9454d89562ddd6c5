// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/HillClimbing.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace coverme {
namespace {

using namespace test;

constexpr uint64_t kClimbPlenty = 100'000;

// Counts how many of eight doubles are within [19, 21]: a plain with steps.
SyntheticProblem eightInTheBand() {
  return {std::vector(8, floating()), kUlp, [](const Input &x) {
            Rank outside = 0;
            for (const uint64_t bits : x)
              outside += !(doubleOf(bits) >= 19 && doubleOf(bits) <= 21);
            return outside;
          }};
}

TEST(HillClimbing, DriftsOverAPlain) {
  SyntheticProblem problem = eightInTheBand();
  Random random(1);
  const Constant twenty{ScalarKind::Float, 64, bitsOf(20.0)};
  const StartPoints starts(problem.inputs(), {twenty}, {}, random);
  Input x(8, bitsOf(0.0));
  EXPECT_EQ(HillClimbing(starts, 1).minimise(problem, x, kClimbPlenty), 0u);
  EXPECT_EQ(problem.rankOf(x), 0u);
}

TEST(HillClimbing, NeverTakesAWorseInput) {
  SyntheticProblem problem = eightInTheBand();
  Random random(1);
  const StartPoints starts(problem.inputs(), {}, {}, random);
  for (const uint64_t most : {1, 2, 10, 300}) {
    Input x(8, bitsOf(20.0));
    x[3] = x[5] = 0;
    EXPECT_LE(HillClimbing(starts, 1).minimise(problem, x, most), 2u);
  }
}

TEST(HillClimbing, EndsWhereNothingHelps) {
  SyntheticProblem problem({floating(), floating()}, kUlp,
                           [](const Input &) { return Rank{5}; });
  Random random(1);
  const StartPoints starts(problem.inputs(), {}, {}, random);
  Input x{0, 0};
  EXPECT_EQ(HillClimbing(starts, 1).minimise(problem, x, kClimbPlenty), 5u);
  EXPECT_LE(problem.trace.size(), 1000u);
}

class Mutation : public testing::Test {
protected:
  // The outcomes of many changes of `x`.
  std::set<Input> outcomes(const std::vector<Scalar> &scalars, const Input &x) {
    const InputSpace space(scalars);
    Random random(7);
    const StartPoints starts(space, {}, {}, random);
    std::set<Input> all;
    for (int i = 0; i < 20'000; ++i) {
      Input changed = x;
      mutate(space, starts, changed, random);
      all.insert(std::move(changed));
    }
    return all;
  }
};

TEST_F(Mutation, MovesNeighboursUpAndDown) {
  const std::vector<Scalar> five(5, floating());
  const Input x{bitsOf(1.0), bitsOf(2.0), bitsOf(3.0), bitsOf(4.0),
                bitsOf(5.0)};
  const std::set<Input> all = outcomes(five, x);
  EXPECT_TRUE(all.contains({x[1], x[2], x[3], x[4], x[4]}));
  EXPECT_TRUE(all.contains({x[0], x[0], x[1], x[2], x[3]}));
}

TEST_F(Mutation, ScalesShiftsAndCutsAllFloatsTogether) {
  const Input x{bitsOf(1.25), bitsOf(-3.75)};
  const std::set<Input> all = outcomes({floating(), floating()}, x);
  EXPECT_TRUE(all.contains({bitsOf(5.0), bitsOf(-15.0)})) << "scaled";
  EXPECT_TRUE(all.contains({bitsOf(3.25), bitsOf(-1.75)})) << "shifted";
  EXPECT_TRUE(all.contains({bitsOf(1.0), bitsOf(-3.0)})) << "one bit kept";
}

TEST_F(Mutation, CopiesWithinOneTypeOnly) {
  const std::vector<Scalar> mixed{
      floating(),         signedInteger(32),
      boolean(),          enumeration(ScalarKind::Signed, {3, 9}),
      unsignedInteger(8), floating(32)};
  const Input x{bitsOf(1.5), 7, 1, 9, 200, 0x3f800000};
  const InputSpace space(mixed);
  for (const Input &changed : outcomes(mixed, x))
    for (size_t i = 0; i < changed.size(); ++i)
      ASSERT_EQ(space.fromOrdinal(i, space.ordinal(i, changed[i])), changed[i])
          << "scalar " << i << " is no value of its type";
}

TEST_F(Mutation, SurvivesTheEndsOfEveryType) {
  for (const Scalar &scalar :
       {signedInteger(64), unsignedInteger(64), signedInteger(8), boolean(),
        floating(), floating(32)}) {
    const InputSpace space({scalar});
    for (const int64_t end : {space.lowest(0), space.highest(0)})
      for (const Input &changed :
           outcomes({scalar}, {space.fromOrdinal(0, end)})) {
        ASSERT_GE(space.ordinal(0, changed[0]), space.lowest(0));
        ASSERT_LE(space.ordinal(0, changed[0]), space.highest(0));
      }
  }
}

} // namespace
} // namespace coverme

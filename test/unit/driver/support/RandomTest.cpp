// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace coverme {
namespace {

// A change here changes every suite that users have kept.
TEST(Random, GivesTheSameNumbersEverywhere) {
  Random random(1);
  EXPECT_EQ(random.bits(), 2469588189546311528u);
  EXPECT_EQ(random.bits(), 2516265689700432462u);
  EXPECT_EQ(random.bits(), 8323445853463659930u);
  Random again(1);
  EXPECT_EQ(again.below(1000), 133u);
  EXPECT_EQ(again.unit(), 0x1.175c928118c7dp-3);
  EXPECT_EQ(again.normal(), -0x1.39c35d0495b4cp-1);
}

TEST(Random, IsAnotherWithAnotherSeed) {
  EXPECT_NE(Random(1).bits(), Random(2).bits());
}

TEST(Random, BelowReachesItsWholeRangeAndOnlyIt) {
  for (const uint64_t bound : {1u, 2u, 3u, 7u, 64u, 100u}) {
    Random random(3);
    std::set<uint64_t> seen;
    for (int i = 0; i < 5000; ++i)
      seen.insert(random.below(bound));
    EXPECT_EQ(seen.size(), bound);
    EXPECT_EQ(*seen.begin(), 0u);
    EXPECT_EQ(*seen.rbegin(), bound - 1);
  }
}

TEST(Random, BelowIsUniform) {
  Random random(4);
  int counts[3] = {};
  for (int i = 0; i < 30000; ++i)
    ++counts[random.below(3)];
  for (const int count : counts)
    EXPECT_NEAR(count, 10000, 400); // five standard deviations
}

TEST(Random, BelowTakesTheLargestBounds) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(random.below(UINT64_MAX), UINT64_MAX);
    EXPECT_LT(random.below((uint64_t{1} << 63) + 1), (uint64_t{1} << 63) + 1);
  }
}

TEST(Random, UnitIsUniformInTheHalfOpenInterval) {
  Random random(6);
  double sum = 0, least = 1, most = 0;
  for (int i = 0; i < 100000; ++i) {
    const double value = random.unit();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
    least = std::fmin(least, value);
    most = std::fmax(most, value);
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
  EXPECT_LT(least, 0.001);
  EXPECT_GT(most, 0.999);
}

TEST(Random, NormalHasMeanZeroAndDeviationOne) {
  Random random(7);
  double sum = 0, squares = 0;
  int beyondTwo = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.normal();
    sum += value;
    squares += value * value;
    beyondTwo += std::fabs(value) > 2;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.02);
  EXPECT_NEAR(squares / kDraws, 1.0, 0.03);
  EXPECT_NEAR(static_cast<double>(beyondTwo) / kDraws, 0.0455, 0.004);
}

} // namespace
} // namespace coverme

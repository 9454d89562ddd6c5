// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Bisection.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace coverme {
namespace {

TEST(Bisection, FindsEveryPlaceWhereThePredicateChanges) {
  for (int low = -3; low <= 3; ++low)
    for (int high = low; high <= 3; ++high)
      for (int change = -4; change <= 5; ++change) {
        const auto least =
            leastWhere(low, high, [&](int x) { return x >= change; });
        EXPECT_EQ(least, change > high ? std::nullopt
                                       : std::optional(std::max(low, change)));
        const auto greatest =
            greatestWhere(low, high, [&](int x) { return x <= change; });
        EXPECT_EQ(greatest, change < low
                                ? std::nullopt
                                : std::optional(std::min(high, change)));
      }
}

TEST(Bisection, FindsNothingInNothing) {
  const auto always = [](int) { return true; };
  EXPECT_EQ(leastWhere(1, 0, always), std::nullopt);
  EXPECT_EQ(greatestWhere(1, 0, always), std::nullopt);
}

TEST(Bisection, WorksOnAllIntegers) {
  constexpr int64_t kLow = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHigh = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(leastWhere(kLow, kHigh, [](int64_t x) { return x >= 5; }), 5);
  EXPECT_EQ(greatestWhere(kLow, kHigh, [](int64_t x) { return x < kHigh; }),
            kHigh - 1);
  constexpr uint64_t kUnsigned = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(leastWhere(uint64_t{0}, kUnsigned,
                       [](uint64_t x) { return x > kUnsigned / 2; }),
            kUnsigned / 2 + 1);
}

TEST(Bisection, TriesThePresentBoundFirst) {
  int tries = 0;
  leastWhere(0, 1000, [&](int) { return ++tries != 0; });
  greatestWhere(0, 1000, [&](int) { return ++tries != 0; });
  EXPECT_EQ(tries, 2);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/FloatFormat.h"

#include "driver/optimise/SyntheticProblem.h"
#include "driver/prove/interval/SmallFloat.h"
#include "prove/interval/FloatRange.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

template <class Format> void expectInputSpacesOrdinals() {
  const InputSpace space({floating(Format::kWidth)});
  const auto value = [](double number) {
    return static_cast<typename Format::Value>(number);
  };
  for (const auto number :
       {value(0.0), value(-0.0), value(1.5), value(-1e30), Format::value(1),
        Format::value(-2), value(HUGE_VAL), value(-HUGE_VAL)}) {
    const int64_t ordinal = Format::ordinal(number);
    EXPECT_EQ(ordinal, space.ordinal(0, space.fromReal(0, number)));
    EXPECT_EQ(Format::ordinal(Format::value(ordinal)), ordinal);
    EXPECT_EQ(Format::ordinal(-number), ~ordinal);
  }
  EXPECT_EQ(Format::ordinal(value(HUGE_VAL)), Format::kInfinity);
  EXPECT_EQ(infinityOrdinal(Format::kWidth), Format::kInfinity);
}

TEST(FloatFormat, OrdinalsAreInputSpacesPositions) {
  expectInputSpacesOrdinals<Binary32>();
  expectInputSpacesOrdinals<Binary64>();
}

TEST(FloatFormat, DoublesAreRoundedToFloatsOnce) {
  EXPECT_EQ(Binary32::rounded(0x1.000001p0), 0x1p0f); // a tie
  EXPECT_EQ(Binary32::rounded(0x1.0000010000001p0), 0x1.000002p0f);
  EXPECT_EQ(Binary32::fromInteger(int64_t{0x4000004000000001}),
            0x1.000002p62f); // as a double it is a tie
}

template <class Format> void expectNearestOfAll() {
  std::vector<double> values;
  for (int64_t i = 0; i < Format::kInfinity; ++i) {
    values.push_back(Format::value(i));
    EXPECT_EQ(Format::ordinal(Format::value(i)), i);
    EXPECT_EQ(Format::ordinal(Format::value(~i)), ~i);
  }
  // What rounding takes for the number after the greatest.
  const double ulp = values.back() - values[values.size() - 2];
  values.push_back(values.back() + ulp);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    // Multiples of a fraction of the least number, hence ties as well.
    const double x =
        std::ldexp(static_cast<double>(random.below(1000)), -3) * values[1];
    size_t nearest = 0;
    for (size_t k = 0; k < values.size(); ++k) {
      const double gain =
          std::fabs(x - values[nearest]) - std::fabs(x - values[k]);
      if (gain > 0 || (gain == 0 && k % 2 == 0))
        nearest = k;
    }
    EXPECT_EQ(Format::ordinal(Format::rounded(x)),
              static_cast<int64_t>(nearest))
        << x;
    EXPECT_EQ(Format::rounded(-x), -Format::rounded(x));
  }
}

TEST(FloatFormat, SmallFormatsRoundToTheNearestOfTheirNumbers) {
  expectNearestOfAll<SmallFloat<3, 2>>();
  expectNearestOfAll<SmallFloat<3, 3>>();
  expectNearestOfAll<SmallFloat<3, 4>>();
  expectNearestOfAll<SmallFloat<2, 3>>();
}

} // namespace
} // namespace coverme

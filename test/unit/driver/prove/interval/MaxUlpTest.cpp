// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/MaxUlp.h"

#include "driver/prove/interval/SmallFloat.h"
#include "prove/interval/FloatArithmetic.h"

#include <gtest/gtest.h>

#include <array>
#include <cfloat>
#include <cmath>

namespace coverme {
namespace {

using namespace test;

// The operands x and y that give a number of the range, x + y or x - y, found
// by trying all.
template <class Format>
std::array<FloatRange, 2> solutions(FloatOp op, const FloatRange &result) {
  std::array<FloatRange, 2> hulls;
  for (int64_t x = ~Format::kInfinity; x <= Format::kInfinity; ++x)
    for (int64_t y = ~Format::kInfinity; y <= Format::kInfinity; ++y) {
      const double a = Format::value(x), b = Format::value(y);
      const double z = Format::rounded(op == FloatOp::Add ? a + b : a - b);
      if (z == z && result.contains(Format::ordinal(z))) {
        hulls[0] = hull(hulls[0], singleFloat(x));
        hulls[1] = hull(hulls[1], singleFloat(y));
      }
    }
  return hulls;
}

// Nothing is tighter, but where the bound exceeds the format: there one end
// holds all finite numbers.
template <class Format> void expectTightBounds() {
  for (const FloatOp op : {FloatOp::Add, FloatOp::Sub})
    for (const FloatRange &positive : rangesWithin(1, Format::kInfinity - 1))
      for (const FloatRange &result : {positive, negated(positive)}) {
        const std::array<FloatRange, 2> expected =
            solutions<Format>(op, result);
        for (const size_t operand : {0, 1}) {
          const FloatRange bounds = maxUlpOperand<Format>(op, operand, result);
          ASSERT_EQ(hull(bounds, expected[operand]), bounds)
              << result.low << ".." << result.high;
          ASSERT_TRUE(bounds.low == expected[operand].low ||
                      bounds.low == -Format::kInfinity);
          ASSERT_TRUE(bounds.high == expected[operand].high ||
                      bounds.high == Format::kInfinity - 1);
          ASSERT_TRUE(bounds.low == expected[operand].low ||
                      bounds.high == expected[operand].high);
        }
      }
}

TEST(MaxUlp, BoundsAreThoseOfAllSolutions) {
  expectTightBounds<SmallFloat<2, 3>>();
  expectTightBounds<SmallFloat<3, 2>>();
  expectTightBounds<SmallFloat<3, 3>>();
}

TEST(MaxUlp, GreatestGranuleIsTheLargestPowerOfTwoThatDividesANumber) {
  using Format = SmallFloat<3, 4>;
  for (const FloatRange &range : rangesWithin(1, Format::kInfinity - 1)) {
    double expected = 0;
    for (int64_t ordinal = range.low; ordinal <= range.high; ++ordinal) {
      double granule = 8;
      while (std::fmod(Format::value(ordinal), granule) != 0)
        granule /= 2;
      expected = std::max(expected, granule);
    }
    ASSERT_EQ(greatestGranule<Format>(range.low, range.high), expected);
  }
}

FloatRange doubles(double low, double high) {
  return {Binary64::ordinal(low), Binary64::ordinal(high)};
}

TEST(MaxUlp, AUnitSumBoundsItsOperandsByThePrecision) {
  // 2^53 - (2^53 - 1) is 1; beyond, no two neighbours are so near.
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 0, doubles(1, 1)),
            doubles(1 - 0x1p53, 0x1p53));
  // 2 is in range as well.
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 1, doubles(1, 2)),
            doubles(2 - 0x1p54, 0x1p54));
  // Halves are the roundest.
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 0, doubles(1.4, 1.6)),
            doubles(0.5 - 0x1p52, 0x1p52 + 1));
}

TEST(MaxUlp, ADifferenceBoundsItsOperandsOppositely) {
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Sub, 0, doubles(1, 1)),
            doubles(1 - 0x1p53, 0x1p53));
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Sub, 1, doubles(1, 1)),
            doubles(-0x1p53, 0x1p53 - 1));
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Sub, 0, doubles(-1, -1)),
            doubles(-0x1p53, 0x1p53 - 1));
}

TEST(MaxUlp, TinySumsHaveTinyOperands) {
  // All doubles below are multiples of 2^-1074, sums of two as well.
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 0,
                                    doubles(DBL_TRUE_MIN, DBL_TRUE_MIN)),
            doubles(DBL_TRUE_MIN - 0x1p-1021, 0x1p-1021));
  EXPECT_EQ(maxUlpOperand<Binary32>(
                FloatOp::Add, 0, singleFloat(Binary32::ordinal(FLT_TRUE_MIN))),
            (FloatRange{Binary32::ordinal(FLT_TRUE_MIN - 0x1p-125f),
                        Binary32::ordinal(0x1p-125f)}));
}

TEST(MaxUlp, ZeroAndInfinityTellNothing) {
  const FloatRange all{~Binary64::kInfinity, Binary64::kInfinity};
  for (const FloatRange &result :
       {doubles(0, 1), doubles(-1, -0.0), doubles(-1, 1), doubles(1, HUGE_VAL),
        doubles(-HUGE_VAL, -1), onlyNan()})
    EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 0, result), all);
}

TEST(MaxUlp, LargeSumsTellThatOperandsAreFinite) {
  EXPECT_EQ(maxUlpOperand<Binary64>(FloatOp::Add, 0, doubles(1, DBL_MAX)),
            doubles(-DBL_MAX, DBL_MAX));
}

// The worked examples of Bagnara, Carlier, Gori and Gotlieb, "Symbolic
// Path-Oriented Test Data Generation for Floating-Point Programs" (ICST 2013),
// in single precision.

FloatRange floats(float low, float high) {
  return {Binary32::ordinal(low), Binary32::ordinal(high)};
}

// x and y, narrowed to what x op y in `result` leaves of them.
std::array<FloatRange, 2> narrowed(FloatOp op, const FloatRange &result,
                                   std::array<FloatRange, 2> operands,
                                   bool maxUlp) {
  EXPECT_TRUE(project(32, op, result, operands, maxUlp));
  return operands;
}

const FloatRange kFloats = floats(-HUGE_VALF, HUGE_VALF);
constexpr float kAllOnes = 0x1.fffffep0f;

TEST(MaxUlp, Example41BoundsASumsOperandsAsThePaperHasIt) {
  const std::array<FloatRange, 2> operands = {floats(-0x1p50f, 0x1p50f),
                                              floats(-0x1p30f, 0x1p30f)};
  for (const FloatRange &operand :
       narrowed(FloatOp::Add, floats(1, 2), operands, true))
    EXPECT_EQ(operand, floats(-kAllOnes * 0x1p24f, 0x1p25f));
  // What the paper calls classical filtering; at most a float is cut off at
  // either end.
  for (const FloatRange &operand :
       narrowed(FloatOp::Add, floats(1, 2), operands, false)) {
    EXPECT_EQ(hull(operand, operands[1]), operands[1]);
    EXPECT_EQ(hull(operand, floats(-kAllOnes * 0x1p29f, kAllOnes * 0x1p29f)),
              operand);
  }
}

// The paper leaves subnormal numbers out and has 2^96: the least number by
// which 2^-30 can be divided is 2^-149 here.
TEST(MaxUlp, Example42BoundsFactorsByTheLeastNumber) {
  for (const bool maxUlp : {true, false})
    for (const FloatRange &operand :
         narrowed(FloatOp::Mul, floats(0x1p-50f, 0x1p-30f), {kFloats, kFloats},
                  maxUlp))
      EXPECT_EQ(operand, floats(-0x1p119f, 0x1p119f));
}

TEST(MaxUlp, Example43BoundsADividendByTheGreatestNumber) {
  for (const bool maxUlp : {true, false}) {
    const auto [x, y] = narrowed(FloatOp::Div, floats(-0x1p-110f, -0x1p-121f),
                                 {kFloats, kFloats}, maxUlp);
    EXPECT_EQ(x, floats(-kAllOnes * 0x1p17f, kAllOnes * 0x1p17f));
    // What is divided by an infinity is zero.
    EXPECT_EQ(y, floats(-FLT_MAX, FLT_MAX));
  }
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ranges of the machine's formats, where they have their edges;
// FloatOperationsTest has the rest. Comparisons know no format, so a few
// ordinals around the zeros stand for all.

#include "prove/interval/FloatArithmetic.h"

#include "coverme/abi.h"
#include "driver/prove/interval/SmallFloat.h"
#include "prove/interval/FloatFormat.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <climits>
#include <vector>

namespace coverme {
namespace {

using namespace test;

FloatRange doubles(double low, double high) {
  return {Binary64::ordinal(low), Binary64::ordinal(high)};
}
FloatRange number(double value) { return doubles(value, value); }
FloatRange floats(float low, float high) {
  return {Binary32::ordinal(low), Binary32::ordinal(high)};
}
FloatRange orNan(FloatRange range) {
  range.nan = true;
  return range;
}

const FloatRange kAll = allFloats(64);
const FloatRange kNumbers{~infinityOrdinal(64), infinityOrdinal(64)};

FloatRange evaluate64(FloatOp op, std::vector<FloatRange> operands) {
  return evaluate(64, op, operands);
}

// The operands narrowed, or none at all.
std::vector<FloatRange> project64(FloatOp op, const FloatRange &result,
                                  std::vector<FloatRange> operands,
                                  bool maxUlp = false) {
  if (!project(64, op, result, operands, maxUlp))
    operands.clear();
  return operands;
}

TEST(FloatArithmetic, OverflowIsInfinite) {
  EXPECT_EQ(evaluate64(FloatOp::Mul, {doubles(1, 1e300), number(1e10)}),
            doubles(1e10, HUGE_VAL));
  EXPECT_EQ(evaluate64(FloatOp::Add, {number(DBL_MAX), number(DBL_MAX)}),
            number(HUGE_VAL));
}

TEST(FloatArithmetic, InfinitiesOfBothSignsAddUpToNan) {
  EXPECT_EQ(evaluate64(FloatOp::Add, {kNumbers, kNumbers}), kAll);
  EXPECT_EQ(evaluate64(FloatOp::Add, {number(HUGE_VAL), number(-HUGE_VAL)}),
            onlyNan());
  EXPECT_EQ(evaluate64(FloatOp::Sub, {number(HUGE_VAL), doubles(1, HUGE_VAL)}),
            orNan(number(HUGE_VAL)));
}

TEST(FloatArithmetic, DivisionByAZeroOfEitherSignIsInfinite) {
  EXPECT_EQ(evaluate64(FloatOp::Div, {number(1), doubles(-0.0, 0.0)}),
            doubles(-HUGE_VAL, HUGE_VAL));
  EXPECT_EQ(evaluate64(FloatOp::Div, {number(1), doubles(0.0, 4)}),
            doubles(0.25, HUGE_VAL));
  EXPECT_EQ(evaluate64(FloatOp::Div, {number(0), doubles(0.0, 4)}),
            orNan(number(0)));
}

TEST(FloatArithmetic, UnderflowReachesSubnormalsAndZero) {
  EXPECT_EQ(
      evaluate64(FloatOp::Mul, {doubles(DBL_TRUE_MIN, DBL_MIN), number(0.5)}),
      doubles(0, DBL_MIN / 2));
  EXPECT_EQ(evaluate64(FloatOp::Mul, {number(-DBL_TRUE_MIN), number(0.25)}),
            number(-0.0));
}

TEST(FloatArithmetic, ADifferenceOfEqualNumbersIsPositiveZero) {
  EXPECT_EQ(evaluate64(FloatOp::Sub, {number(3), number(3)}), number(0.0));
  EXPECT_EQ(evaluate64(FloatOp::Add, {number(-0.0), number(-0.0)}),
            number(-0.0));
}

TEST(FloatArithmetic, FloatsAreRoundedToFloats) {
  const FloatRange operands[] = {floats(1, 1), floats(3, 3)};
  EXPECT_EQ(evaluate(32, FloatOp::Div, operands), floats(1 / 3.0f, 1 / 3.0f));
  const FloatRange huge[] = {floats(FLT_MAX, FLT_MAX), floats(2, 2)};
  EXPECT_EQ(evaluate(32, FloatOp::Mul, huge), floats(HUGE_VALF, HUGE_VALF));
}

TEST(FloatArithmetic, NanComesOutOfNan) {
  EXPECT_EQ(evaluate64(FloatOp::Neg, {onlyNan()}), onlyNan());
  EXPECT_EQ(evaluate64(FloatOp::Add, {orNan(number(1)), number(2)}),
            orNan(number(3)));
  EXPECT_EQ(evaluate64(FloatOp::Sqrt, {doubles(-4, 9)}),
            orNan(doubles(-0.0, 3)));
  EXPECT_EQ(evaluate64(FloatOp::Max, {orNan(number(1)), number(2)}),
            orNan(number(2)));
  EXPECT_EQ(evaluate64(FloatOp::CopySign, {number(1), onlyNan()}),
            doubles(-1, 1));
}

TEST(FloatArithmetic, RemaindersAreLessThanTheDivisor) {
  EXPECT_EQ(evaluate64(FloatOp::Rem, {doubles(0, 100), number(8)}),
            doubles(0, std::nextafter(8, 0)));
  EXPECT_EQ(evaluate64(FloatOp::Rem, {doubles(-5, 7), number(-8)}),
            doubles(-5, 7));
  EXPECT_EQ(evaluate64(FloatOp::Rem, {number(-9), number(HUGE_VAL)}),
            number(-9));
  EXPECT_EQ(evaluate64(FloatOp::Rem, {number(1e300), number(7)}),
            number(std::fmod(1e300, 7)));
}

// fdlibm's test for an inexact flag, `huge + x > one`, is not false for small
// x.
TEST(FloatArithmetic, HugePlusSmallIsGreaterThanOne) {
  const FloatRange sum =
      evaluate64(FloatOp::Add, {number(1e300), doubles(-0x1p-27, 0x1p-27)});
  EXPECT_EQ(sum, number(1e300));
  EXPECT_EQ(possibleRelations(sum, number(1)), COVERME_REL_GREATER);
}

TEST(FloatArithmetic, ProjectionsAreExactAtTheLastBit) {
  // 1 + x is 1 up to half an ulp, ties to even.
  EXPECT_EQ(project64(FloatOp::Add, number(1), {number(1), kNumbers}),
            (std::vector{number(1), doubles(-0x1p-54, 0x1p-53)}));
  EXPECT_EQ(project64(FloatOp::Sqrt, doubles(2, 3), {kAll}),
            (std::vector{doubles(4, 9)}));
  EXPECT_EQ(project64(FloatOp::Sqrt, number(1), {kAll}),
            (std::vector{doubles(1, 1 + 0x1p-52)}));
}

// The root of 2 is no number, and no square rounds to 2.
TEST(FloatArithmetic, SomeNumbersAreNoSquares) {
  FloatRange operands[] = {kAll};
  EXPECT_FALSE(project(64, FloatOp::Square, number(2), operands, true));
  EXPECT_EQ(project64(FloatOp::Square, doubles(2.25, 4), {doubles(0, 9)}),
            (std::vector{doubles(1.5, 2)}));
  EXPECT_EQ(evaluate64(FloatOp::Square, {doubles(-2, 1)}), doubles(0, 4));
}

TEST(FloatArithmetic, ProjectionsOnProductsDropZeroAndInfinity) {
  // 2^-1024 times the greatest double is less than 1.
  EXPECT_EQ(project64(FloatOp::Mul, doubles(1, 2), {doubles(0, 4), kAll}),
            (std::vector{doubles(0x1p-1024 + DBL_TRUE_MIN, 4),
                         doubles(0.25, DBL_MAX)}));
  EXPECT_EQ(project64(FloatOp::Mul, doubles(1, 2),
                      {doubles(-HUGE_VAL, -3), doubles(0, HUGE_VAL)}),
            std::vector<FloatRange>());
}

TEST(FloatArithmetic, RemaindersTellOfDividendAndDivisor) {
  // Greater than the remainder is the divisor; the dividend no less.
  EXPECT_EQ(project64(FloatOp::Rem, doubles(2, 3), {kAll, doubles(0, 9)}),
            (std::vector{doubles(2, DBL_MAX), doubles(2 + 0x1p-51, 9)}));
  EXPECT_EQ(project64(FloatOp::Rem, doubles(-3, -2), {kAll, number(9)}),
            (std::vector{doubles(-DBL_MAX, -2), number(9)}));
  // A dividend that is no remainder is not less than the divisor.
  EXPECT_EQ(project64(FloatOp::Rem, doubles(2, 3), {doubles(4, 5), kAll}),
            (std::vector{doubles(4, 5), doubles(-5, 5)}));
  EXPECT_EQ(project64(FloatOp::Rem, doubles(2, 3),
                      {doubles(4, 20), doubles(8, HUGE_VAL)}),
            (std::vector{doubles(8, 20), doubles(8, 20)}));
  EXPECT_EQ(
      project64(FloatOp::Rem, doubles(2, 3), {doubles(1, 7), number(HUGE_VAL)}),
      (std::vector{doubles(2, 3), number(HUGE_VAL)}));
}

TEST(FloatArithmetic, OperandsOfNumbersAreNumbers) {
  EXPECT_EQ(project64(FloatOp::Add, kNumbers, {kAll, orNan(number(1))}),
            (std::vector{kNumbers, number(1)}));
  EXPECT_EQ(project64(FloatOp::Add, doubles(0, 1), {onlyNan(), kAll}),
            std::vector<FloatRange>());
}

TEST(FloatArithmetic, OperandsThatGiveNanStayIfTheResultCanBeNan) {
  EXPECT_EQ(project64(FloatOp::Sub, onlyNan(), {kNumbers, kNumbers}),
            (std::vector{kNumbers, kNumbers}));
  EXPECT_EQ(project64(FloatOp::Sub, onlyNan(), {kNumbers, doubles(1, 2)}),
            std::vector<FloatRange>());
  EXPECT_EQ(project64(FloatOp::Add, orNan(number(4)), {kNumbers, number(3)}),
            (std::vector{doubles(1 - 0x1p-52, 1 + 0x1p-51), number(3)}));
  // With a NaN beside it an operand can be anything.
  EXPECT_EQ(
      project64(FloatOp::Add, orNan(number(3)), {kNumbers, orNan(number(1))}),
      (std::vector{kNumbers, orNan(number(1))}));
}

TEST(FloatArithmetic, MaxUlpNarrowsSumsOfUnknowns) {
  EXPECT_EQ(project64(FloatOp::Add, number(1), {kAll, kAll})[0].high,
            Binary64::ordinal(DBL_MAX));
  EXPECT_EQ(
      project64(FloatOp::Add, number(1), {kAll, kAll}, true),
      (std::vector{doubles(1 - 0x1p53, 0x1p53), doubles(1 - 0x1p53, 0x1p53)}));
  // Only numbers up to 3 add up to 1 + 2^-52.
  EXPECT_EQ(project64(FloatOp::Add, number(1 + DBL_EPSILON),
                      {kAll, doubles(4, DBL_MAX)}, true),
            std::vector<FloatRange>());
}

TEST(FloatArithmetic, MaxUlpLeavesWhatGivesNan) {
  EXPECT_EQ(
      project64(FloatOp::Add, orNan(number(1)), {kNumbers, kNumbers}, true),
      (std::vector{kNumbers, kNumbers}));
}

TEST(FloatArithmetic, ZerosAreEqualAndNanIsUnordered) {
  EXPECT_EQ(possibleRelations(number(-0.0), number(0.0)), COVERME_REL_EQUAL);
  EXPECT_EQ(possibleRelations(doubles(-0.0, 1), number(0.0)),
            COVERME_REL_EQUAL | COVERME_REL_GREATER);
  EXPECT_EQ(possibleRelations(onlyNan(), number(1)), COVERME_REL_UNORDERED);
  EXPECT_EQ(possibleRelations(kAll, kAll), COVERME_REL_ALL);
  EXPECT_EQ(possibleRelations(number(HUGE_VAL), kNumbers),
            COVERME_REL_EQUAL | COVERME_REL_GREATER);
}

constexpr int64_t kNan = INT64_MAX;

std::vector<int64_t> valuesOf(const FloatRange &range) {
  std::vector<int64_t> values;
  for (int64_t ordinal = range.low; ordinal <= range.high; ++ordinal)
    values.push_back(ordinal);
  if (range.nan)
    values.push_back(kNan);
  return values;
}

uint32_t relationOf(int64_t a, int64_t b) {
  if (a == kNan || b == kNan)
    return COVERME_REL_UNORDERED;
  // Both zeros are at 0 then.
  a += a < 0 ? 1 : 0;
  b += b < 0 ? 1 : 0;
  return a == b  ? COVERME_REL_EQUAL
         : a < b ? COVERME_REL_LESS
                 : COVERME_REL_GREATER;
}

TEST(FloatArithmetic, ComparisonsAreExact) {
  std::vector<FloatRange> ranges{onlyNan()};
  for (const FloatRange &range : rangesWithin(-4, 3)) {
    ranges.push_back(range);
    ranges.push_back(orNan(range));
  }
  const auto include = [](FloatRange &range, int64_t value) {
    range = hull(range, value == kNan ? onlyNan() : singleFloat(value));
  };
  for (const FloatRange &a : ranges)
    for (const FloatRange &b : ranges) {
      uint32_t possible = 0;
      for (uint32_t relations = 0; relations <= COVERME_REL_ALL; ++relations) {
        FloatRange aExpected, bExpected, aLeft = a, bLeft = b;
        for (const int64_t x : valuesOf(a))
          for (const int64_t y : valuesOf(b)) {
            possible |= relationOf(x, y);
            if ((relationOf(x, y) & relations) != 0) {
              include(aExpected, x);
              include(bExpected, y);
            }
          }
        const bool canHold = restrictRelation(64, relations, aLeft, bLeft);
        ASSERT_EQ(canHold, !aExpected.isEmpty());
        if (canHold) {
          ASSERT_EQ(aLeft, aExpected);
          ASSERT_EQ(bLeft, bExpected);
        }
      }
      ASSERT_EQ(possibleRelations(a, b), possible);
    }
}

TEST(FloatArithmetic, ConversionsBetweenFormatsRoundAndOverflow) {
  EXPECT_EQ(convertFloat(64, 32, orNan(doubles(0.1, 1e40))),
            orNan(floats(0.1f, HUGE_VALF)));
  EXPECT_EQ(convertFloat(64, 32, doubles(-1e-60, -0.0)), floats(-0.0f, -0.0f));
  EXPECT_EQ(convertFloat(32, 64, floats(-FLT_MAX, HUGE_VALF)),
            doubles(-FLT_MAX, HUGE_VAL));
  EXPECT_EQ(convertFloat(32, 64, onlyNan()), onlyNan());

  FloatRange operand = kAll;
  EXPECT_TRUE(projectConvertFloat(64, 32, floats(1, 1), operand));
  EXPECT_EQ(operand, doubles(1 - 0x1p-25, 1 + 0x1p-24));
  // No float is just beside 1.
  operand = {~infinityOrdinal(32), infinityOrdinal(32), true};
  EXPECT_FALSE(projectConvertFloat(32, 64, number(1 + DBL_EPSILON), operand));
  operand = kAll;
  EXPECT_TRUE(projectConvertFloat(64, 32, onlyNan(), operand));
  EXPECT_EQ(operand, onlyNan());
}

TEST(FloatArithmetic, IntegersAreRoundedOnce) {
  EXPECT_EQ(fromSigned(64, INT64_MIN, INT64_MAX), doubles(-0x1p63, 0x1p63));
  EXPECT_EQ(fromSigned(64, 0, 0), number(0.0));
  EXPECT_EQ(fromUnsigned(32, 0, UINT64_MAX), floats(0, 0x1p64f));
  EXPECT_EQ(fromUnsigned(32, 0x4000004000000001, 0x4000004000000001),
            floats(0x1.000002p62f, 0x1.000002p62f));

  int64_t low = INT64_MIN, high = INT64_MAX;
  EXPECT_TRUE(projectFromSigned(64, doubles(-0.5, 0x1p53), low, high));
  EXPECT_EQ(low, 0);
  EXPECT_EQ(high, (int64_t{1} << 53) + 1); // a tie
  EXPECT_FALSE(projectFromSigned(64, doubles(0.1, 0.9), low, high));
  EXPECT_FALSE(projectFromSigned(64, onlyNan(), low, high));
  uint64_t least = 0, greatest = UINT64_MAX;
  EXPECT_TRUE(
      projectFromUnsigned(64, doubles(0x1p64, HUGE_VAL), least, greatest));
  EXPECT_EQ(least, UINT64_MAX - 1023);
  EXPECT_EQ(greatest, UINT64_MAX);
}

TEST(FloatArithmetic, TruncationToIntegersNeedsTheirRange) {
  EXPECT_EQ(toSigned(64, doubles(-0x1p-27, 0x1p-27), 32),
            (SignedInterval{0, 0}));
  EXPECT_EQ(toSigned(64, doubles(-2147483648.9, 2147483647.9), 32),
            (SignedInterval{INT32_MIN, INT32_MAX}));
  EXPECT_FALSE(toSigned(64, doubles(0, 2147483648.0), 32));
  EXPECT_FALSE(toSigned(64, doubles(-2147483649.0, 0), 32));
  EXPECT_EQ(toSigned(64, doubles(-0x1p63, 0x1.fffffffffffffp62), 64),
            (SignedInterval{INT64_MIN, INT64_MAX - 1023}));
  EXPECT_FALSE(toSigned(64, doubles(0, 0x1p63), 64));
  EXPECT_FALSE(toSigned(64, orNan(number(1)), 32));
  EXPECT_FALSE(toSigned(32, floats(1, HUGE_VALF), 64));
  EXPECT_EQ(toUnsigned(32, floats(-0.9f, 255.9f), 8),
            (UnsignedInterval{0, 255}));
  EXPECT_FALSE(toUnsigned(32, floats(-1, 5), 8));
  EXPECT_EQ(toUnsigned(64, doubles(0, 0x1.fffffffffffffp63), 64),
            (UnsignedInterval{0, UINT64_MAX - 2047}));
  EXPECT_FALSE(toUnsigned(64, doubles(0, 0x1p64), 64));
}

TEST(FloatArithmetic, TruncatedIntegersNarrowTheirOperand) {
  FloatRange operand = doubles(-10, 10);
  EXPECT_TRUE(projectToSigned(64, 32, {0, 3}, operand));
  EXPECT_EQ(operand, doubles(std::nextafter(-1, 0), std::nextafter(4, 0)));
  EXPECT_FALSE(projectToSigned(64, 32, {5, 9}, operand));
  // Where LLVM may give any integer, nothing is known.
  operand = kAll;
  EXPECT_TRUE(projectToSigned(64, 32, {0, 3}, operand));
  EXPECT_EQ(operand, kAll);
  operand = doubles(0, 255);
  EXPECT_TRUE(projectToUnsigned(64, 8, {255, 255}, operand));
  EXPECT_EQ(operand, number(255));
}

} // namespace
} // namespace coverme

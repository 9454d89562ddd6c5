// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/IntRange.h"

#include "coverme/Distance.h"
#include "coverme/abi.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <vector>

namespace coverme {
namespace {

using code::Op;

constexpr unsigned kWidth = 5;
constexpr uint64_t kCount = 1 << kWidth;

std::vector<uint64_t> membersOf(unsigned width, const IntRange &range) {
  std::vector<uint64_t> members;
  for (uint64_t i = 0; i <= maskOf(width); ++i)
    if (contains(width, range, i))
      members.push_back(i);
  return members;
}

int64_t extended(unsigned width, uint64_t bits) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

// Intervals of all kinds, some with known bits.
std::vector<IntRange> someRanges(unsigned width, uint64_t seed, int count) {
  std::vector<IntRange> ranges{allInts(width)};
  for (const uint64_t value : {uint64_t{0}, uint64_t{1}, maskOf(width),
                               maskOf(width) >> 1, (maskOf(width) >> 1) + 1})
    ranges.push_back(singleInt(width, value));
  Random random(seed);
  while (ranges.size() < static_cast<size_t>(count)) {
    IntRange range = intsBetween(width, random.bits(), random.bits());
    IntRange bits = allInts(width);
    for (unsigned i = 0; i < width; ++i)
      if (random.below(4) == 0)
        (random.below(2) == 0 ? bits.zeros : bits.ones) |= uint64_t{1} << i;
    if (random.below(2) == 0) {
      const auto both = intersect(width, range, bits);
      if (!both)
        continue;
      range = *both;
    }
    if (!membersOf(width, range).empty())
      ranges.push_back(range);
  }
  return ranges;
}

bool isSubset(unsigned width, const std::vector<uint64_t> &members,
              const IntRange &range) {
  for (const uint64_t member : members)
    if (!contains(width, range, member))
      return false;
  return true;
}

// Nothing where the operation may give anything.
std::optional<uint64_t> compute(Op op, uint64_t a, uint64_t b) {
  const int64_t x = extended(kWidth, a), y = extended(kWidth, b);
  switch (op) {
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::UDiv:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case Op::URem:
    return b == 0 ? std::nullopt : std::optional(a % b);
  case Op::SDiv:
  case Op::SRem:
    if (b == 0 || (y == -1 && a == kCount / 2))
      return std::nullopt;
    return static_cast<uint64_t>(op == Op::SDiv ? x / y : x % y);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    if (b >= kWidth)
      return std::nullopt;
    return op == Op::Shl    ? a << b
           : op == Op::LShr ? a >> b
                            : static_cast<uint64_t>(x >> b);
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  default:
    return a ^ b;
  }
}

constexpr Op kOps[] = {Op::Add,  Op::Sub,  Op::Mul, Op::UDiv, Op::SDiv,
                       Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr,
                       Op::And,  Op::Or,   Op::Xor};

TEST(IntRange, BoundsAreThoseOfTheMembersOrWider) {
  for (const IntRange &range : someRanges(kWidth, 1, 400))
    for (const uint64_t member : membersOf(kWidth, range)) {
      EXPECT_LE(unsignedMin(kWidth, range), member);
      EXPECT_GE(unsignedMax(kWidth, range), member);
      EXPECT_LE(signedMin(kWidth, range), extended(kWidth, member));
      EXPECT_GE(signedMax(kWidth, range), extended(kWidth, member));
    }
}

TEST(IntRange, IntervalsHoldWhatIsBetweenTheirEnds) {
  for (uint64_t low = 0; low < kCount; ++low)
    for (uint64_t high = 0; high < kCount; ++high) {
      const IntRange range = intsBetween(kWidth, low, high);
      for (uint64_t value = 0; value < kCount; ++value)
        EXPECT_EQ(contains(kWidth, range, value),
                  ((value - low) & maskOf(kWidth)) <=
                      ((high - low) & maskOf(kWidth)));
    }
}

TEST(IntRange, HullHoldsBothAndTheIntersectionWhatIsInBoth) {
  const auto ranges = someRanges(kWidth, 2, 80);
  for (const IntRange &a : ranges)
    for (const IntRange &b : ranges) {
      const auto inA = membersOf(kWidth, a), inB = membersOf(kWidth, b);
      const IntRange both = hull(kWidth, a, b);
      ASSERT_TRUE(isSubset(kWidth, inA, both) && isSubset(kWidth, inB, both))
          << a.low << ".." << a.high << " and " << b.low << ".." << b.high;
      const auto common = intersect(kWidth, a, b);
      for (const uint64_t member : inA)
        if (contains(kWidth, b, member)) {
          ASSERT_TRUE(common);
          ASSERT_TRUE(contains(kWidth, *common, member));
        }
    }
}

TEST(IntRange, EvaluationHoldsEveryResult) {
  const auto ranges = someRanges(kWidth, 3, 36);
  for (const Op op : kOps)
    for (const IntRange &a : ranges)
      for (const IntRange &b : ranges) {
        const IntRange result = evaluate(op, kWidth, a, b);
        for (const uint64_t x : membersOf(kWidth, a))
          for (const uint64_t y : membersOf(kWidth, b)) {
            const auto value = compute(op, x, y);
            if (value)
              ASSERT_TRUE(contains(kWidth, result, *value & maskOf(kWidth)))
                  << static_cast<int>(op) << ": " << x << ", " << y;
            else
              ASSERT_EQ(membersOf(kWidth, result).size(), kCount);
          }
      }
}

TEST(IntRange, ProjectionKeepsWhatCanGiveTheResult) {
  const auto ranges = someRanges(kWidth, 4, 16);
  for (const Op op : kOps)
    for (const IntRange &result : ranges)
      for (const IntRange &a : ranges)
        for (const IntRange &b : ranges) {
          IntRange x = a, y = b;
          const bool isPossible = project(op, kWidth, result, x, y);
          for (const uint64_t p : membersOf(kWidth, a))
            for (const uint64_t q : membersOf(kWidth, b)) {
              const auto value = compute(op, p, q);
              if (value && !contains(kWidth, result, *value & maskOf(kWidth)))
                continue;
              ASSERT_TRUE(isPossible && contains(kWidth, x, p) &&
                          contains(kWidth, y, q))
                  << static_cast<int>(op) << ": " << p << ", " << q;
            }
        }
}

TEST(IntRange, ConversionsHoldEveryResultAndKeepEveryOperand) {
  constexpr unsigned kNarrow = 3;
  for (const Op op : {Op::Trunc, Op::ZExt, Op::SExt}) {
    const unsigned from = op == Op::Trunc ? kWidth : kNarrow;
    const unsigned to = op == Op::Trunc ? kNarrow : kWidth;
    const auto convert = [&](uint64_t x) {
      return op == Op::SExt
                 ? static_cast<uint64_t>(extended(from, x)) & maskOf(to)
                 : x & maskOf(to);
    };
    for (const IntRange &operand : someRanges(from, 5, 60)) {
      const IntRange image = convertInt(op, from, to, operand);
      for (const uint64_t x : membersOf(from, operand))
        ASSERT_TRUE(contains(to, image, convert(x)));
      for (const IntRange &result : someRanges(to, 6, 60)) {
        IntRange narrowed = operand;
        const bool isPossible =
            projectConvertInt(op, from, to, result, narrowed);
        for (const uint64_t x : membersOf(from, operand))
          if (contains(to, result, convert(x))) {
            ASSERT_TRUE(isPossible && contains(from, narrowed, x))
                << static_cast<int>(op) << ": " << x;
          }
      }
    }
  }
}

TEST(IntRange, RelationsKeepWhatCanStandInThem) {
  const auto ranges = someRanges(kWidth, 7, 36);
  for (const bool isSigned : {false, true})
    for (const IntRange &a : ranges)
      for (const IntRange &b : ranges) {
        const uint32_t possible = possibleRelations(kWidth, isSigned, a, b);
        for (uint32_t relations = 1; relations < 8; ++relations) {
          const auto left = restrictedBy(kWidth, isSigned, relations, a, b);
          for (const uint64_t x : membersOf(kWidth, a))
            for (const uint64_t y : membersOf(kWidth, b)) {
              const uint32_t now =
                  isSigned ? relation(extended(kWidth, x), extended(kWidth, y))
                           : relation(x, y);
              ASSERT_NE(possible & now, 0U);
              if ((now & relations) != 0) {
                ASSERT_TRUE(left && contains(kWidth, *left, x));
              }
            }
        }
      }
}

// What libm's word puns need.

TEST(IntRange, MasksOfHighAndLowBitsKeepBounds) {
  const IntRange x = intsBetween(64, 0x3ff0000012345678, 0x4010000012345678);
  const IntRange high =
      evaluate(Op::And, 64, x, singleInt(64, 0xffffffff00000000));
  EXPECT_EQ(high.low, 0x3ff0000000000000U);
  EXPECT_EQ(high.high, 0x4010000000000000U);
  const IntRange word = intsBetween(32, 0x80000005, 0xbe3fffff);
  const IntRange magnitude =
      evaluate(Op::And, 32, word, singleInt(32, 0x7fffffff));
  EXPECT_EQ(magnitude.low, 5U);
  EXPECT_EQ(magnitude.high, 0x3e3fffffU);
}

TEST(IntRange, AHighWordNarrowsTheWholeNumber) {
  // (int)(bits >> 32) < 0x3e400000 for bits of a positive double
  IntRange bits = intsBetween(64, 0, 0x7ff0000000000000);
  IntRange shifted = evaluate(Op::LShr, 64, bits, singleInt(64, 32));
  const IntRange word = intsBetween(32, 0, 0x3e3fffff);
  ASSERT_TRUE(projectConvertInt(Op::Trunc, 64, 32, word, shifted));
  IntRange amount = singleInt(64, 32);
  ASSERT_TRUE(project(Op::LShr, 64, shifted, bits, amount));
  EXPECT_EQ(bits.low, 0U);
  EXPECT_EQ(bits.high, 0x3e3fffffffffffffU);
}

TEST(IntRange, DivisionByZeroGivesAnything) {
  EXPECT_EQ(evaluate(Op::UDiv, 8, singleInt(8, 6), intsBetween(8, 0, 2)),
            allInts(8));
  EXPECT_EQ(evaluate(Op::UDiv, 8, singleInt(8, 6), intsBetween(8, 1, 2)),
            intsBetween(8, 3, 6));
}

TEST(IntRange, AShiftByTheWidthGivesAnything) {
  EXPECT_EQ(evaluate(Op::Shl, 32, singleInt(32, 1), singleInt(32, 32)),
            allInts(32));
}

} // namespace
} // namespace coverme

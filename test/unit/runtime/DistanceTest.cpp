// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "coverme/Distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace coverme {
namespace {

constexpr uint32_t kModes[] = {COVERME_DISTANCE_ULP, COVERME_DISTANCE_SQUARED,
                               COVERME_DISTANCE_ABSOLUTE};
constexpr uint32_t kRealModes[] = {COVERME_DISTANCE_SQUARED,
                                   COVERME_DISTANCE_ABSOLUTE};
constexpr uint32_t kNotEqual = COVERME_REL_LESS | COVERME_REL_GREATER;

float floatOf(uint32_t bits) { return std::bit_cast<float>(bits); }

// Values that code and arithmetic tell apart, NaNs last.
template <class T> std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values;
  if constexpr (std::is_integral_v<T>) {
    values = {0,
              1,
              2,
              1000,
              Limits::max(),
              Limits::max() - 1,
              Limits::min(),
              Limits::min() + 1,
              Limits::max() / 2};
    if constexpr (std::is_signed_v<T>)
      values.insert(values.end(), {-1, -2, INT32_MIN, INT32_MAX});
    return values;
  } else {
    for (const T positive :
         {T(0), Limits::denorm_min(), 3 * Limits::denorm_min(),
          std::nextafter(Limits::min(), T(0)), Limits::min(), T(1e-30), T(0.5),
          std::nextafter(T(1), T(0)), T(1), std::nextafter(T(1), T(2)), T(3),
          T(1e30), Limits::max(), Limits::infinity(), Limits::quiet_NaN(),
          Limits::signaling_NaN()})
      values.insert(values.end(), {positive, -positive});
    return values;
  }
}

// What the C operators say of a relation set.
template <class T> bool holds(uint32_t op, T a, T b) {
  bool result = false;
  if (op & COVERME_REL_EQUAL)
    result |= a == b;
  if (op & COVERME_REL_GREATER)
    result |= a > b;
  if (op & COVERME_REL_LESS)
    result |= a < b;
  if (op & COVERME_REL_UNORDERED)
    result |= !(a <= b) && !(a > b);
  return result;
}

template <class T> class DistanceOf : public testing::Test {};
using OperandTypes =
    testing::Types<float, double, long double, int64_t, uint64_t>;
TYPED_TEST_SUITE(DistanceOf, OperandTypes);

TYPED_TEST(DistanceOf, IsZeroExactlyWhenTheComparisonHolds) {
  const auto values = specialValues<TypeParam>();
  for (const uint32_t mode : kModes)
    for (uint32_t op = 0; op <= COVERME_REL_ALL; ++op)
      for (const TypeParam a : values)
        for (const TypeParam b : values)
          EXPECT_EQ(distance(op, a, b, mode) == 0, holds(op, a, b))
              << "mode " << mode << " op " << op << ": " << +a << ", " << +b;
}

TYPED_TEST(DistanceOf, OfANegationIsZeroExactlyWhenTheComparisonIsNot) {
  const auto values = specialValues<TypeParam>();
  for (const uint32_t mode : kModes)
    for (uint32_t op = 0; op <= COVERME_REL_ALL; ++op)
      for (const TypeParam a : values)
        for (const TypeParam b : values)
          EXPECT_NE(distance(op, a, b, mode) == 0,
                    distance(op ^ COVERME_REL_ALL, a, b, mode) == 0);
}

TYPED_TEST(DistanceOf, IsTheSameWithOperandsAndRelationSwapped) {
  const auto values = specialValues<TypeParam>();
  for (const uint32_t mode : kModes)
    for (const TypeParam a : values)
      for (const TypeParam b : values) {
        EXPECT_EQ(distance(COVERME_REL_LESS, a, b, mode),
                  distance(COVERME_REL_GREATER, b, a, mode));
        EXPECT_EQ(distance(COVERME_REL_EQUAL, a, b, mode),
                  distance(COVERME_REL_EQUAL, b, a, mode));
      }
}

TYPED_TEST(DistanceOf, IsAtMostThePlateauAndFiniteAsADouble) {
  const auto values = specialValues<TypeParam>();
  for (const uint32_t mode : kModes)
    for (uint32_t op = 0; op <= COVERME_REL_ALL; ++op)
      for (const TypeParam a : values)
        for (const TypeParam b : values) {
          const Rank rank = distance(op, a, b, mode);
          EXPECT_LE(rank, plateauRank(mode));
          EXPECT_TRUE(std::isfinite(rankToDouble(rank, mode)));
        }
}

TYPED_TEST(DistanceOf, ToAnyOfTwoRelationsIsTheLesser) {
  // Away from equal operands, where != is one unit in every mode.
  const auto values = specialValues<TypeParam>();
  for (const TypeParam a : values)
    for (const TypeParam b : values)
      for (const uint32_t other : {COVERME_REL_LESS, COVERME_REL_UNORDERED})
        EXPECT_EQ(
            distance(COVERME_REL_GREATER | other, a, b, COVERME_DISTANCE_ULP),
            std::min(distance(COVERME_REL_GREATER, a, b, COVERME_DISTANCE_ULP),
                     distance(other, a, b, COVERME_DISTANCE_ULP)));
}

TYPED_TEST(DistanceOf, ShrinksWithEveryStepToAConstant) {
  for (const uint32_t mode : kModes) {
    Rank before = plateauRank(mode);
    for (const int value : {1000, 500, 17, 12, 11, 10}) {
      const Rank now =
          distance(COVERME_REL_EQUAL, TypeParam(value), TypeParam(10), mode);
      EXPECT_LT(now, before);
      before = now;
    }
    EXPECT_EQ(before, 0u);
  }
}

TEST(Distance, CountsRepresentableValuesInUlpMode) {
  constexpr uint32_t kUlp = COVERME_DISTANCE_ULP;
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 1.0, next, kUlp), 1u);
  EXPECT_EQ(distance(COVERME_REL_LESS, next, 1.0, kUlp), 2u);
  EXPECT_EQ(distance(COVERME_REL_LESS, 1.0, 1.0, kUlp), 1u);
  EXPECT_EQ(distance(kNotEqual, 1.0, 1.0, kUlp), 1u);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 1.0, 2.0, kUlp), uint64_t{1} << 52);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 1.0f, 2.0f, kUlp), 1u << 23);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 5e-324, -5e-324, kUlp), 2u);
  EXPECT_EQ(distance(COVERME_REL_GREATER | COVERME_REL_EQUAL, int64_t{-3},
                     int64_t{4}, kUlp),
            7u);
}

TEST(Distance, IsThePapersInTheRealModes) {
  for (const uint32_t mode : kRealModes) {
    const double expected = mode == COVERME_DISTANCE_SQUARED ? 6.25 : 2.5;
    EXPECT_EQ(distance(COVERME_REL_EQUAL, 1.5, 4.0, mode),
              rankOfDouble(expected));
    EXPECT_EQ(distance(COVERME_REL_GREATER, 1.5f, 4.0f, mode),
              rankOfDouble(expected));
    EXPECT_EQ(distance(kNotEqual, 4.0, 4.0, mode), rankOfDouble(1.0));
    EXPECT_EQ(distance(COVERME_REL_LESS, 4.0, 4.0, mode), 1u); // epsilon
  }
}

TEST(Distance, OfIntegersIsExactAtTheExtremes) {
  const int64_t low = INT64_MIN, high = INT64_MAX;
  EXPECT_EQ(distance(COVERME_REL_EQUAL, low, high, COVERME_DISTANCE_ULP),
            UINT64_MAX);
  EXPECT_EQ(distance(COVERME_REL_GREATER, low, high, COVERME_DISTANCE_ULP),
            UINT64_MAX)
      << "one more would wrap to zero";
  EXPECT_EQ(distance(COVERME_REL_EQUAL, low, int64_t{0}, COVERME_DISTANCE_ULP),
            uint64_t{1} << 63);
  EXPECT_EQ(
      distance(COVERME_REL_LESS, UINT64_MAX, uint64_t{0}, COVERME_DISTANCE_ULP),
      UINT64_MAX);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, low, high, COVERME_DISTANCE_ABSOLUTE),
            rankOfDouble(0x1p64));
  EXPECT_EQ(distance(COVERME_REL_EQUAL, low, high, COVERME_DISTANCE_SQUARED),
            rankOfDouble(0x1p128));
}

TEST(Distance, FromNanToAnOrderedRelationIsThePlateau) {
  for (const double nan : {std::numeric_limits<double>::quiet_NaN(),
                           -std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::signaling_NaN()})
    for (const uint32_t mode : kModes)
      for (uint32_t op = 0; op < COVERME_REL_UNORDERED; ++op) {
        EXPECT_EQ(distance(op, nan, 1.0, mode), plateauRank(mode));
        EXPECT_EQ(distance(op, 1.0, nan, mode), plateauRank(mode));
        EXPECT_EQ(distance(op, nan, nan, mode), plateauRank(mode));
      }
}

TEST(Distance, ToNothingIsThePlateau) {
  for (const uint32_t mode : kModes) {
    EXPECT_EQ(distance(0, 1.0, 1.0, mode), plateauRank(mode));
    EXPECT_EQ(distance(0, int64_t{1}, int64_t{2}, mode), plateauRank(mode));
    EXPECT_EQ(distance(COVERME_REL_UNORDERED, uint64_t{1}, uint64_t{2}, mode),
              plateauRank(mode))
        << "integers are never unordered";
  }
}

template <class T> void expectSlopeToNan() {
  using Limits = std::numeric_limits<T>;
  const auto toNan = [](T a, T b) {
    return distance(COVERME_REL_UNORDERED, a, b, COVERME_DISTANCE_ULP);
  };
  Rank before = plateauRank(COVERME_DISTANCE_ULP);
  for (const T x : {T(0), Limits::denorm_min(), Limits::min(), T(1), T(1e30),
                    Limits::max(), Limits::infinity()}) {
    EXPECT_LT(toNan(x, T(0)), before);
    EXPECT_EQ(toNan(x, T(0)), toNan(-x, T(0)));
    EXPECT_EQ(toNan(x, T(0)), toNan(T(0), x)) << "the larger operand counts";
    before = toNan(x, T(0));
  }
  EXPECT_EQ(before, 1u) << "the first NaN follows infinity";
}

TEST(Distance, TowardNanShrinksAsAnOperandGrows) {
  expectSlopeToNan<float>();
  expectSlopeToNan<double>();
  expectSlopeToNan<long double>();
}

TEST(Distance, SquaredUnderflowIsTheSmallestRankNotZero) {
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 0.0, 1e-200, COVERME_DISTANCE_SQUARED),
            1u);
  EXPECT_EQ(
      distance(COVERME_REL_EQUAL, 5e-324, -5e-324, COVERME_DISTANCE_SQUARED),
      1u);
  EXPECT_EQ(distance(COVERME_REL_EQUAL, 0.0L,
                     std::numeric_limits<long double>::denorm_min(),
                     COVERME_DISTANCE_ABSOLUTE),
            1u)
      << "below all doubles";
}

TEST(Distance, SquaredOverflowIsThePlateau) {
  EXPECT_EQ(
      distance(COVERME_REL_EQUAL, 1e200, -1e200, COVERME_DISTANCE_SQUARED),
      plateauRank(COVERME_DISTANCE_SQUARED));
}

// Failed before: both operands became infinite as doubles, "equal" by one ulp.
TEST(Distance, OfLongDoublesBeyondAllDoublesIsFar) {
  const long double huge = std::numeric_limits<long double>::max();
  for (const uint32_t mode : kRealModes)
    EXPECT_EQ(distance(COVERME_REL_EQUAL, huge, huge / 2, mode),
              plateauRank(mode));
}

TEST(Ordinal, OfFloatsIsMonotoneAndAdjacentOverAllUpperHalves) {
  std::mt19937 random(1);
  int64_t before = ordinal(floatOf(0)) - 1;
  for (uint32_t upper = 0; upper < 0x7f80; ++upper) {
    const float value = floatOf(upper << 16 | (random() & 0xffff));
    EXPECT_GT(ordinal(value), before);
    before = ordinal(value);
    const float next =
        std::nextafter(value, std::numeric_limits<float>::infinity());
    EXPECT_EQ(ordinal(next), before + 1);
    EXPECT_EQ(ordinal(-value), -before);
  }
}

TEST(Ordinal, OfDoublesHasNoGapAtBinadeBorders) {
  for (int exponent = -1074; exponent <= 1023; ++exponent) {
    const double border = std::ldexp(1.0, exponent);
    const int64_t middle = ordinal(border);
    EXPECT_EQ(ordinal(std::nextafter(border, 0.0)), middle - 1);
    EXPECT_EQ(ordinal(std::nextafter(border, HUGE_VAL)), middle + 1);
    EXPECT_EQ(ordinal(-border), -middle);
  }
}

TEST(Ordinal, OfLongDoublesHasNoGapAtBinadeBorders) {
  for (int exponent = -16445; exponent <= 16383; exponent += 11) {
    const long double border = std::ldexp(1.0L, exponent);
    const Int128 middle = ordinal(border);
    EXPECT_TRUE(ordinal(std::nextafter(border, 0.0L)) == middle - 1);
    EXPECT_TRUE(ordinal(std::nextafter(border, HUGE_VALL)) == middle + 1);
    EXPECT_TRUE(ordinal(-border) == -middle);
  }
}

// Failed before: it had the ordinal of zero.
TEST(Ordinal, OfAPseudoDenormalIsThatOfTheNormalItEquals) {
  long double pseudo = 0;
  const uint64_t significand = uint64_t{1} << 63; // and exponent zero
  std::memcpy(&pseudo, &significand, sizeof significand);
  ASSERT_EQ(pseudo, std::numeric_limits<long double>::min());
  EXPECT_TRUE(ordinal(pseudo) ==
              ordinal(std::numeric_limits<long double>::min()));
  EXPECT_NE(distance(COVERME_REL_EQUAL, pseudo, 0.0L, COVERME_DISTANCE_ULP),
            0u);
}

TEST(Ordinal, IsSharedByTheTwoZerosOnly) {
  EXPECT_EQ(ordinal(0.0), 0);
  EXPECT_EQ(ordinal(-0.0), 0);
  EXPECT_EQ(ordinal(-0.0f), 0);
  EXPECT_TRUE(ordinal(-0.0L) == 0);
  EXPECT_EQ(ordinal(5e-324), 1);
  EXPECT_EQ(ordinal(-5e-324), -1);
}

template <class T> void expectNansBeyondInfinities() {
  using Limits = std::numeric_limits<T>;
  const auto infinity = ordinal(Limits::infinity());
  EXPECT_TRUE(ordinal(Limits::max()) == infinity - 1);
  for (const T nan : {Limits::quiet_NaN(), Limits::signaling_NaN()}) {
    EXPECT_TRUE(ordinal(nan) > infinity);
    EXPECT_TRUE(ordinal(-nan) < -infinity);
  }
  EXPECT_TRUE(ordinal(Limits::quiet_NaN()) > ordinal(Limits::signaling_NaN()));
}

TEST(Ordinal, PutsNansBeyondTheInfinities) {
  expectNansBeyondInfinities<float>();
  expectNansBeyondInfinities<double>();
  expectNansBeyondInfinities<long double>();
}

TEST(OrdinalGap, IsExactOverAllOfInt64) {
  EXPECT_EQ(ordinalGap(INT64_MIN, INT64_MAX), UINT64_MAX);
  EXPECT_EQ(ordinalGap(INT64_MAX, INT64_MIN), UINT64_MAX);
  EXPECT_EQ(ordinalGap(int64_t{-1}, int64_t{1}), 2u);
  EXPECT_EQ(ordinalGap(int64_t{7}, int64_t{7}), 0u);
}

TEST(OrdinalGap, OfLongDoublesIsMonotoneAndFits) {
  const Int128 last = ordinal(std::numeric_limits<long double>::infinity());
  Rank before = 0;
  for (int shift = 1; shift < 79; ++shift) {
    const Int128 gap = Int128{1} << shift;
    if (gap > 2 * last)
      break;
    for (const Int128 near : {gap - 1, gap, gap + (gap >> 1)}) {
      const Rank rank = ordinalGap(-last, near - last);
      EXPECT_GE(rank, before);
      EXPECT_EQ(rank, ordinalGap(near - last, -last));
      before = rank;
    }
    if (shift < 63) {
      EXPECT_EQ(ordinalGap(Int128{0}, gap), Rank{1} << shift) << "exact here";
    }
  }
  EXPECT_GT(ordinalGap(-last, last), before);
}

TEST(SaturatingIncrement, StopsAtTheLargestRank) {
  EXPECT_EQ(saturatingIncrement(0), 1u);
  EXPECT_EQ(saturatingIncrement(UINT64_MAX - 1), UINT64_MAX);
  EXPECT_EQ(saturatingIncrement(UINT64_MAX), UINT64_MAX);
}

TEST(RankToDouble, IsFiniteAndMonotoneUpToThePlateau) {
  for (const uint32_t mode : kModes) {
    double before = -1;
    const Rank plateau = plateauRank(mode);
    for (Rank rank = 0; rank < plateau - plateau / 200; rank += plateau / 200) {
      EXPECT_TRUE(std::isfinite(rankToDouble(rank, mode)));
      EXPECT_GT(rankToDouble(rank, mode), before);
      before = rankToDouble(rank, mode);
    }
    EXPECT_TRUE(std::isfinite(rankToDouble(plateau, mode)));
    EXPECT_GE(rankToDouble(plateau, mode), before);
  }
}

TEST(RankToDouble, GivesTheDistanceThatTheRankStandsFor) {
  EXPECT_EQ(rankToDouble(12345, COVERME_DISTANCE_ULP), 12345.0);
  for (const uint32_t mode : kRealModes) {
    EXPECT_EQ(rankToDouble(rankOfDouble(0.75), mode), 0.75);
    EXPECT_EQ(rankToDouble(0, mode), 0.0);
  }
  for (const uint32_t mode : kModes)
    EXPECT_EQ(rankToDouble(unitRank(mode), mode), 1.0);
}

TEST(Relation, IsTheOneThatCSeesBetweenTheOperands) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(relation(1.0, 2.0), COVERME_REL_LESS);
  EXPECT_EQ(relation(2.0, 1.0), COVERME_REL_GREATER);
  EXPECT_EQ(relation(-0.0, 0.0), COVERME_REL_EQUAL);
  EXPECT_EQ(relation(nan, nan), COVERME_REL_UNORDERED);
  EXPECT_EQ(relation(int64_t{-1}, int64_t{0}), COVERME_REL_LESS);
  EXPECT_EQ(relation(static_cast<uint64_t>(-1), uint64_t{0}),
            COVERME_REL_GREATER);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/InputSpace.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>

namespace coverme {
namespace {

using namespace test;

struct Case {
  const char *name;
  Scalar scalar;
};

const std::vector<Case> &allScalars() {
  static const std::vector<Case> cases = {
      {"Double", floating(64)},
      {"Float", floating(32)},
      {"Signed8", signedInteger(8)},
      {"Signed16", signedInteger(16)},
      {"Signed32", signedInteger(32)},
      {"Signed64", signedInteger(64)},
      {"Unsigned8", unsignedInteger(8)},
      {"Unsigned16", unsignedInteger(16)},
      {"Unsigned32", unsignedInteger(32)},
      {"Unsigned64", unsignedInteger(64)},
      {"Bool", boolean()},
      {"UnsignedEnum",
       enumeration(ScalarKind::Unsigned, {1, 2, 4, 0x80000000})},
      {"SignedEnum", enumeration(ScalarKind::Signed, {0xffffffff, 0, 7})},
  };
  return cases;
}

class EveryScalar : public testing::TestWithParam<Case> {
protected:
  bool isNan(uint64_t bits) const {
    if (!GetParam().scalar.isFloat())
      return false;
    return GetParam().scalar.width == 64
               ? std::isnan(doubleOf(bits))
               : std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }

  InputSpace space{{GetParam().scalar}};
};
INSTANTIATE_TEST_SUITE_P(InputSpace, EveryScalar,
                         testing::ValuesIn(allScalars()),
                         [](const auto &info) { return info.param.name; });

// All ordinals of a small range; both ends, the middle and random ones of a
// large range.
std::vector<int64_t> samplePositions(const InputSpace &space) {
  const int64_t low = space.lowest(0), high = space.highest(0);
  const uint64_t range =
      static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  std::vector<int64_t> ordinals;
  if (range < 70000) {
    for (int64_t ordinal = low; ordinal <= high; ++ordinal)
      ordinals.push_back(ordinal);
    return ordinals;
  }
  for (const int64_t center :
       {low + 2, int64_t{2}, low / 2, high / 2, high - 2})
    for (int64_t offset = -2; offset <= 2; ++offset)
      if (center + offset >= low)
        ordinals.push_back(center + offset);
  Random random(1);
  for (int i = 0; i < 1000; ++i)
    ordinals.push_back(static_cast<int64_t>(
        static_cast<uint64_t>(low) +
        (range == UINT64_MAX ? random.bits() : random.below(range + 1))));
  return ordinals;
}

TEST_P(EveryScalar, PositionsAndBitPatternsAreOneToOne) {
  for (const int64_t ordinal : samplePositions(space)) {
    const uint64_t bits = space.fromOrdinal(0, ordinal);
    EXPECT_EQ(bits, truncateToWidth(bits, GetParam().scalar.width));
    EXPECT_EQ(space.ordinal(0, bits), ordinal);
  }
}

TEST_P(EveryScalar, PositionsOrderAsTheNumbersDo) {
  std::vector<int64_t> ordinals = samplePositions(space);
  std::sort(ordinals.begin(), ordinals.end());
  double before = -HUGE_VAL;
  for (const int64_t ordinal : ordinals) {
    const uint64_t bits = space.fromOrdinal(0, ordinal);
    const double real = space.toReal(0, bits);
    if (isNan(bits))
      continue; // has no order
    EXPECT_GE(real, before);
    before = real;
  }
}

TEST_P(EveryScalar, RealNumbersAreFinite) {
  for (const int64_t ordinal : samplePositions(space))
    EXPECT_TRUE(std::isfinite(space.toReal(0, space.fromOrdinal(0, ordinal))));
}

TEST_P(EveryScalar, NumbersThatADoubleHoldsComeBackFromTheReal) {
  for (const int64_t ordinal : samplePositions(space)) {
    const uint64_t bits = space.fromOrdinal(0, ordinal);
    const double real = space.toReal(0, bits);
    const bool isHeld = GetParam().scalar.isFloat()
                            ? std::fabs(real) < DBL_MAX && !isNan(bits)
                            : std::fabs(real) < 0x1p53;
    if (isHeld) {
      EXPECT_EQ(space.fromReal(0, real), bits);
    }
  }
}

// Failed before for enums: from far away all enumerators seemed equally near.
TEST_P(EveryScalar, RealsBeyondTheRangeSaturate) {
  const uint64_t highest = space.fromReal(0, 1e300);
  const uint64_t lowest = space.fromReal(0, -1e300);
  if (GetParam().scalar.isFloat()) {
    EXPECT_GE(space.toReal(0, highest), 1e300);
    EXPECT_LE(space.toReal(0, lowest), -1e300);
    return;
  }
  for (const int64_t ordinal : samplePositions(space)) {
    const double real = space.toReal(0, space.fromOrdinal(0, ordinal));
    EXPECT_LE(real, space.toReal(0, highest));
    EXPECT_GE(real, space.toReal(0, lowest));
  }
  EXPECT_EQ(space.fromReal(0, HUGE_VAL), highest);
  EXPECT_EQ(space.fromReal(0, -HUGE_VAL), lowest);
}

TEST_P(EveryScalar, NanBecomesAValueOfTheScalar) {
  const uint64_t bits =
      space.fromReal(0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(space.fromOrdinal(0, space.ordinal(0, bits)), bits);
  if (!GetParam().scalar.isFloat() && GetParam().scalar.enumerators.empty()) {
    EXPECT_EQ(bits, 0u);
  }
}

TEST(InputSpace, DoublesRunFromNegativeNansOverTheZerosToPositiveNans) {
  const InputSpace space({floating()});
  const auto ordinal = [&](uint64_t bits) { return space.ordinal(0, bits); };
  EXPECT_EQ(ordinal(~uint64_t{0}), space.lowest(0));
  EXPECT_EQ(ordinal(bitsOf(-0.0)), -1);
  EXPECT_EQ(ordinal(bitsOf(0.0)), 0);
  EXPECT_EQ(ordinal(bitsOf(5e-324)), 1);
  EXPECT_EQ(ordinal(bitsOf(-5e-324)), -2);
  EXPECT_EQ(ordinal(bitsOf(HUGE_VAL)), ordinal(bitsOf(DBL_MAX)) + 1);
  EXPECT_EQ(ordinal(bitsOf(HUGE_VAL) + 1), ordinal(bitsOf(HUGE_VAL)) + 1);
  EXPECT_EQ(ordinal(~uint64_t{0} >> 1), space.highest(0));
}

TEST(InputSpace, FloatsAreApartFromTheirSlotsUpperHalf) {
  const InputSpace space({floating(32)});
  EXPECT_EQ(space.ordinal(0, std::bit_cast<uint32_t>(-0.0f)), -1);
  EXPECT_EQ(space.fromOrdinal(0, -1), 0x80000000u);
  EXPECT_EQ(space.lowest(0), INT32_MIN);
  EXPECT_EQ(space.highest(0), INT32_MAX);
  EXPECT_EQ(space.fromReal(0, 1e300), 0x7f800000u) << "infinity";
  EXPECT_EQ(space.fromReal(0, 0.1), std::bit_cast<uint32_t>(0.1f));
}

TEST(InputSpace, RealsOfInfinitiesAreTheLargestDoubles) {
  const InputSpace space({floating(), floating(32)});
  EXPECT_EQ(space.toReal(0, bitsOf(HUGE_VAL)), DBL_MAX);
  EXPECT_EQ(space.toReal(0, bitsOf(-HUGE_VAL)), -DBL_MAX);
  EXPECT_EQ(space.toReal(1, 0x7f800000), DBL_MAX);
}

TEST(InputSpace, RealsOfNansAreZeroAndNanStaysNan) {
  const InputSpace space({floating(), floating(32)});
  for (const uint64_t nan : {0x7ff8000000000000u, 0x7ff0000000000001u,
                             0xfff8000000000000u, 0xfff0000000000001u})
    EXPECT_EQ(space.toReal(0, nan), 0);
  EXPECT_EQ(space.toReal(1, 0xff800001), 0);
  EXPECT_TRUE(std::isnan(doubleOf(space.fromReal(0, std::nan("")))));
}

TEST(InputSpace, IntegersRoundToTheNearest) {
  const InputSpace space({signedInteger(32), unsignedInteger(64), boolean()});
  EXPECT_EQ(space.fromReal(0, 2.6), 3u);
  EXPECT_EQ(space.fromReal(0, -2.6), 0xfffffffdu);
  EXPECT_EQ(space.fromReal(0, 2.4), 2u);
  EXPECT_EQ(space.fromReal(1, 1e15 + 0.75), 1'000'000'000'000'001u);
  EXPECT_EQ(space.fromReal(2, 0.4), 0u);
  EXPECT_EQ(space.fromReal(2, 0.6), 1u);
}

TEST(InputSpace, SixtyFourBitIntegersSaturateAtTheirOwnEnds) {
  const InputSpace space({signedInteger(64), unsignedInteger(64)});
  const auto ofSigned = [&](double real) {
    return static_cast<int64_t>(space.fromReal(0, real));
  };
  EXPECT_EQ(ofSigned(0x1p63), INT64_MAX);
  EXPECT_EQ(ofSigned(-0x1p63), INT64_MIN);
  EXPECT_EQ(ofSigned(std::nextafter(0x1p63, 0)), INT64_MAX - 1023);
  EXPECT_EQ(space.fromReal(1, 0x1p64), UINT64_MAX);
  EXPECT_EQ(space.fromReal(1, 0x1p63), uint64_t{1} << 63);
  EXPECT_EQ(space.fromReal(1, -1), 0u);
}

TEST(InputSpace, RealsGoToTheNearestEnumerator) {
  const InputSpace space({enumeration(ScalarKind::Unsigned, {10, 20, 1000}),
                          enumeration(ScalarKind::Signed, {0xfffffff6, 5})});
  EXPECT_EQ(space.fromReal(0, -3), 10u);
  EXPECT_EQ(space.fromReal(0, 16), 20u);
  EXPECT_EQ(space.fromReal(0, 600), 1000u);
  EXPECT_EQ(space.fromReal(1, -9), 0xfffffff6u);
  EXPECT_EQ(space.fromReal(1, 0), 5u);
}

TEST(InputSpace, OfAFunctionIsItsInputsInOrder) {
  Function function;
  function.plan.inputs = {input("x", "double", floating()),
                          input("*n", "int", signedInteger(32))};
  const InputSpace space(function.inputs());
  ASSERT_EQ(space.size(), 2u);
  EXPECT_EQ(space[0].kind, ScalarKind::Float);
  EXPECT_EQ(space[1].kind, ScalarKind::Signed);
  EXPECT_EQ(space[1].width, 32u);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Simplify.h"

#include "driver/optimise/SyntheticProblem.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace coverme {
namespace {

using namespace test;
using Predicate = std::function<bool(const Input &)>;

constexpr unsigned kMany = 1000;

double simplified(double value, const std::function<bool(double)> &isSame) {
  return doubleOf(simplify(
      InputSpace({floating()}), {bitsOf(value)},
      [&](const Input &input) { return isSame(doubleOf(input[0])); },
      kMany)[0]);
}

uint64_t simplified(const Scalar &scalar, uint64_t bits,
                    const std::function<bool(uint64_t)> &isSame) {
  return simplify(
      InputSpace({scalar}), {bits},
      [&](const Input &input) { return isSame(input[0]); }, kMany)[0];
}

TEST(Simplify, WhatDoesNotMatterBecomesZero) {
  const InputSpace space({floating(), signedInteger(8), floating(32)});
  const Input input = {bitsOf(-1e300), 0x80, 0x7fc00001};
  EXPECT_EQ(simplify(
                space, input, [](const Input &) { return true; }, kMany),
            (Input{0, 0, 0}));
  EXPECT_EQ(simplify(
                space, input,
                [](const Input &candidate) { return candidate[1] == 0x80; },
                kMany),
            (Input{0, 0x80, 0}));
}

TEST(Simplify, PrefersSmallNumbersThenFewBits) {
  EXPECT_EQ(simplified(2.7e9, [](double x) { return x > 0.75; }), 1);
  EXPECT_EQ(simplified(-2.7e9, [](double x) { return x < 0; }), -1);
  EXPECT_EQ(simplified(0.3, [](double x) { return x > 0 && x < 1; }), 0.5);
  EXPECT_EQ(simplified(2.7e9, [](double x) { return x > 8.5; }), 9);
  EXPECT_EQ(simplified(2.7e9, [](double x) { return x > 10.5; }), 100);
  EXPECT_EQ(simplified(1.23e300, [](double x) { return x > 1e299; }),
            std::exp2(std::round(std::log2(1.23e300))));
  EXPECT_EQ(
      simplified(4711.0815, [](double x) { return std::fabs(x - 4711) < 0.3; }),
      4711);
}

TEST(Simplify, KeepsWhatHasNothingSimpler) {
  for (const double value : {0.1, -0.0, 42.0, HUGE_VAL, 5e-324})
    EXPECT_EQ(bitsOf(simplified(
                  value, [&](double x) { return bitsOf(x) == bitsOf(value); })),
              bitsOf(value));
}

TEST(Simplify, AnyNanIsTheQuietOne) {
  const auto isNan = [](uint64_t bits) { return std::isnan(doubleOf(bits)); };
  EXPECT_EQ(simplified(floating(), 0xfff0000000000001, isNan),
            0x7ff8000000000000);
  const auto isSignalling = [&](uint64_t bits) {
    return isNan(bits) && (bits >> 51 & 1) == 0;
  };
  EXPECT_EQ(simplified(floating(), 0xfff0000000000001, isSignalling),
            0xfff0000000000001);
}

TEST(Simplify, IntegersAreBisectedTowardsZero) {
  EXPECT_EQ(simplified(signedInteger(32), 0x7fffffff,
                       [](uint64_t n) { return n > 1000006 && n >> 31 == 0; }),
            1000007);
  EXPECT_EQ(
      simplified(signedInteger(16), 0x8000,
                 [](uint64_t n) { return static_cast<int16_t>(n) < -1234; }),
      static_cast<uint16_t>(-1235));
  EXPECT_EQ(simplified(signedInteger(64), uint64_t{1} << 63,
                       [](uint64_t n) { return n >> 63 != 0; }),
            ~uint64_t{0});
  EXPECT_EQ(simplified(unsignedInteger(64), ~uint64_t{0},
                       [](uint64_t n) { return n >= uint64_t{1} << 63; }),
            uint64_t{1} << 63);
}

TEST(Simplify, AnEnumTakesItsFirstEnumeratorThatIsTheSame) {
  const Scalar scalar = enumeration(ScalarKind::Unsigned, {7, 100, 3, 12});
  EXPECT_EQ(simplified(scalar, 12, [](uint64_t n) { return n < 10; }), 7);
  EXPECT_EQ(simplified(scalar, 12, [](uint64_t n) { return n == 12; }), 12);
}

TEST(Simplify, ABoolIsNoNumber) {
  EXPECT_EQ(simplified(boolean(), 1, [](uint64_t n) { return n == 1; }), 1);
}

TEST(Simplify, GoesOnWhenALaterParameterMakesWayForAnEarlierOne) {
  const InputSpace space({signedInteger(32), signedInteger(32)});
  const Predicate isSame = [](const Input &x) {
    return x[0] >= x[1] && x[0] < 1000 && x[1] < 1000;
  };
  EXPECT_EQ(simplify(space, {500, 400}, isSame, kMany), (Input{0, 0}));
}

TEST(Simplify, ClearsManyNumbersAtOnce) {
  const InputSpace space(std::vector<Scalar>(1000, floating()));
  Input input(1000, bitsOf(0.1));
  Input expected(1000, 0);
  expected[17] = expected[900] = bitsOf(0.1);
  unsigned asked = 0;
  const Predicate isSame = [&](const Input &x) {
    ++asked;
    return x[17] == bitsOf(0.1) && x[900] == bitsOf(0.1);
  };
  EXPECT_EQ(simplify(space, input, isSame, 200), expected);
  EXPECT_LE(asked, 200U);
}

// Of random inputs and random conditions, too: it ends, it never asks the same
// twice, and never more often than it may.
TEST(Simplify, AsksNoMoreThanItMayAndNothingTwice) {
  Random random(1);
  const InputSpace space({floating(), signedInteger(32), floating(32)});
  for (int round = 0; round < 200; ++round) {
    const Input input = {random.bits(), random.bits() & 0xffffffff,
                         random.bits() & 0xffffffff};
    const uint64_t salt = random.bits();
    const auto most = static_cast<unsigned>(random.below(200));
    std::set<Input> seen = {input};
    unsigned asked = 0;
    Input last = input;
    const Input result = simplify(
        space, input,
        [&](const Input &candidate) {
          ++asked;
          EXPECT_TRUE(seen.insert(candidate).second);
          const bool isSame =
              ((candidate[0] ^ candidate[1] ^ candidate[2]) * salt) >> 62 == 0;
          if (isSame)
            last = candidate;
          return isSame;
        },
        most);
    EXPECT_EQ(result, last);
    EXPECT_LE(asked, most);
  }
}

TEST(SimplerValues, EndAheadOfTheValueItself) {
  EXPECT_TRUE(simplerValues(floating(), 0).empty());
  EXPECT_EQ(simplerValues(signedInteger(32), 2),
            (std::vector<uint64_t>{0, 1, 0xffffffff}));
  EXPECT_EQ(simplerValues(boolean(), 1), std::vector<uint64_t>{0});
}

} // namespace
} // namespace coverme

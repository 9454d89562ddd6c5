// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/StartPoints.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace coverme {
namespace {

using namespace test;

Constant floatConstant(double value) {
  return {ScalarKind::Float, 64, bitsOf(value)};
}
Constant integerConstant(int64_t value, unsigned width = 32) {
  return {ScalarKind::Signed, width, static_cast<uint64_t>(value)};
}

// With all components.
StartPoints makeStarts(const InputSpace &space,
                       const std::vector<Constant> &constants, Random &random) {
  return {space, constants, SearchComponents(), random};
}

std::vector<Input> fixedList(const StartPoints &starts) {
  std::vector<Input> list;
  StartPoints::Fixed fixed(starts);
  while (const std::optional<Input> x = fixed.next())
    list.push_back(*x);
  return list;
}

// The fixed values of a function of one scalar.
std::set<uint64_t> valuesOf(const Scalar &scalar,
                            const std::vector<Constant> &constants = {}) {
  const InputSpace space({scalar});
  Random random(1);
  std::set<uint64_t> values;
  for (const Input &input : fixedList(makeStarts(space, constants, random)))
    values.insert(input.at(0));
  return values;
}

void expectAll(const std::set<uint64_t> &values,
               const std::vector<uint64_t> &wanted) {
  for (const uint64_t bits : wanted)
    EXPECT_TRUE(values.contains(bits)) << std::hex << bits;
}

TEST(StartPoints, OfADoubleAreTheSpecialsWithBothSigns) {
  for (const uint64_t sign : {uint64_t{0}, uint64_t{1} << 63})
    expectAll(valuesOf(floating()),
              {sign,                        // zero
               sign | bitsOf(1.0),          //
               sign | bitsOf(0.5),          //
               sign | 1,                    // smallest subnormal
               sign | 0x000fffffffffffff,   // largest subnormal
               sign | 0x0010000000000000,   // smallest normal
               sign | 0x7fefffffffffffff,   // largest
               sign | 0x7ff0000000000000,   // infinity
               sign | 0x7ff8000000000000,   // quiet NaN
               sign | 0x7ff0000000000001}); // signalling NaN
}

TEST(StartPoints, OfAFloatAreItsOwnSpecials) {
  const auto values = valuesOf(floating(32));
  expectAll(values,
            {0, 0x80000000, 0x3f800000, 1, 0x80000001, 0x007fffff, 0x00800000,
             0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001});
  EXPECT_LE(*values.rbegin(), UINT32_MAX);
}

TEST(StartPoints, OfIntegersAreSmallNumbersAndTheEnds) {
  expectAll(valuesOf(signedInteger(32)), {0, 1, 2, 0xffffffff, 0x80000000,
                                          0x80000001, 0x7fffffff, 0x7ffffffe});
  expectAll(valuesOf(unsignedInteger(16)), {0, 1, 2, 0xffff, 0xfffe});
  expectAll(valuesOf(signedInteger(64)),
            {0, 1, UINT64_MAX, uint64_t{1} << 63, INT64_MAX});
}

// Failed before: its ordinals, small around zero, were taken for its values.
TEST(StartPoints, OfAnUnsigned64AreSmallNumbersAndTheEndsToo) {
  expectAll(valuesOf(unsignedInteger(64)),
            {0, 1, 2, 3, UINT64_MAX, UINT64_MAX - 1});
}

TEST(StartPoints, OfBoolsAndEnumsAreAllTheirValuesAndNoOther) {
  using Values = std::set<uint64_t>;
  const std::vector<Constant> constants{integerConstant(5), floatConstant(3.5)};
  EXPECT_EQ(valuesOf(boolean(), constants), (Values{0, 1}));
  for (const ScalarKind kind : {ScalarKind::Signed, ScalarKind::Unsigned}) {
    const Values enumerators{3, 17, 0x80000000, 0xffffffff};
    EXPECT_EQ(
        valuesOf(enumeration(kind, {3, 17, 0x80000000, 0xffffffff}), constants),
        enumerators);
  }
}

TEST(StartPoints, HaveAFloatConstantAndItsNeighboursWithBothSigns) {
  const double constant = 0.7853981633974483;
  const auto values = valuesOf(floating(), {floatConstant(constant)});
  for (const double value :
       {constant, std::nextafter(constant, 0.0), std::nextafter(constant, 1.0)})
    expectAll(values, {bitsOf(value), bitsOf(-value)});
}

TEST(StartPoints, HaveAnIntegerConstantAsHighWordAndAsLowWord) {
  const auto values = valuesOf(floating(), {integerConstant(0x40862e42)});
  expectAll(values, {0x40862e4200000000, 0xc0862e4200000000, // high word
                     0x40862e4200000001, 0x40862e41ffffffff, // one ulp beside
                     0x40862e4300000000,                     // word beside
                     0x40862e42ffffffff,                     // all of the word
                     0x40862e42});                           // low word
}

TEST(StartPoints, HaveASmallIntegerConstantAsAValue) {
  const auto values = valuesOf(floating(), {integerConstant(709)});
  expectAll(values,
            {bitsOf(709.0), bitsOf(-709.0), bitsOf(std::nextafter(709.0, 0.0)),
             bitsOf(std::nextafter(709.0, 1e3))});
}

TEST(StartPoints, HaveAnIntegerConstantAsAFloatsWord) {
  const auto values = valuesOf(floating(32), {integerConstant(0x42b17217)});
  expectAll(values, {0x42b17217, 0xc2b17217, 0x42b17216, 0x42b17218});
  EXPECT_LE(*values.rbegin(), UINT32_MAX);
}

TEST(StartPoints, HaveConstantsOfTheOtherKindForIntegers) {
  expectAll(valuesOf(signedInteger(32),
                     {integerConstant(-1000), floatConstant(77.0)}),
            {0xfffffc18, 0xfffffc17, 0xfffffc19, 77});
}

// Failed before: abs() of the smallest integer overflowed.
TEST(StartPoints, TakeEveryConstant) {
  std::vector<Constant> constants;
  for (const int64_t value : {INT64_MIN, INT64_MIN + 1, int64_t{INT32_MIN},
                              int64_t{-1}, int64_t{0}, INT64_MAX})
    constants.push_back(integerConstant(value, 64));
  for (const double value : {-0.0, 5e-324, HUGE_VAL, -HUGE_VAL})
    constants.push_back(floatConstant(value));
  for (const uint64_t nan : {0x7ff8000000000000u, 0x7fffffffffffffffu,
                             0xffffffffffffffffu, 0x7ff0000000000001u})
    constants.push_back({ScalarKind::Float, 64, nan});
  constants.push_back({ScalarKind::Float, 32, 0x7fffffff});
  for (const Scalar &scalar :
       {floating(), floating(32), signedInteger(64), signedInteger(8),
        unsignedInteger(64), unsignedInteger(16), boolean(),
        enumeration(ScalarKind::Signed, {1, 2})}) {
    const auto values = valuesOf(scalar, constants);
    EXPECT_FALSE(values.empty());
    EXPECT_EQ(*values.rbegin(),
              truncateToWidth(*values.rbegin(), scalar.width));
  }
}

const std::vector<Constant> kSomeConstants{
    integerConstant(0x7ff00000), integerConstant(3), floatConstant(1.5),
    floatConstant(0.0), integerConstant(-1)};

TEST(StartPoints, LeaveOutTheIngredientsTheyAreTold) {
  const InputSpace space({floating()});
  Random random(1);
  SearchComponents none;
  none.specials = none.constants = false;
  EXPECT_EQ(fixedList(StartPoints(space, kSomeConstants, none, random)),
            std::vector<Input>{{0}})
      << "there is always something";
  SearchComponents constants = none;
  constants.constants = true;
  const auto list =
      fixedList(StartPoints(space, kSomeConstants, constants, random));
  const std::set<Input> values(list.begin(), list.end());
  EXPECT_TRUE(values.contains({0x7ff0000000000000})) << "the high word";
  EXPECT_FALSE(values.contains({bitsOf(10.0)})) << "a special";
}

TEST(StartPoints, FixedListHasNoDuplicates) {
  for (const std::vector<Scalar> &scalars :
       {std::vector{floating()}, std::vector{floating(), floating()},
        std::vector{boolean(), signedInteger(8)},
        std::vector{floating(), signedInteger(32), floating(32)},
        std::vector{boolean(), boolean(), floating(), unsignedInteger(8)}}) {
    const InputSpace space(scalars);
    Random random(1);
    const auto list = fixedList(makeStarts(space, kSomeConstants, random));
    const std::set<Input> unique(list.begin(), list.end());
    EXPECT_EQ(unique.size(), list.size()) << scalars.size() << " scalars";
  }
}

TEST(StartPoints, FixedListIsACrossProductForTwoScalars) {
  const InputSpace space(
      {boolean(), enumeration(ScalarKind::Unsigned, {4, 9})});
  Random random(1);
  const auto list = fixedList(makeStarts(space, {}, random));
  EXPECT_EQ(std::set<Input>(list.begin(), list.end()),
            (std::set<Input>{{0, 4}, {0, 9}, {1, 4}, {1, 9}}));
}

TEST(StartPoints, FixedListHasEveryValueOfTheFirstTwoScalars) {
  const Scalar scalars[] = {floating(), signedInteger(8), boolean(),
                            floating()};
  const InputSpace space(
      std::vector<Scalar>(std::begin(scalars), std::end(scalars)));
  Random random(1);
  const auto list = fixedList(makeStarts(space, kSomeConstants, random));
  for (const size_t i : {0, 1}) {
    std::set<uint64_t> seen;
    for (const Input &input : list)
      seen.insert(input.at(i));
    EXPECT_EQ(seen, valuesOf(scalars[i], kSomeConstants)) << "place " << i;
  }
}

TEST(StartPoints, FixedListHasTheSpecialsAheadOfTheConstants) {
  const InputSpace space({floating()});
  Random random(1);
  const auto list = fixedList(makeStarts(space, kSomeConstants, random));
  const auto place = [&](uint64_t bits) {
    return std::find(list.begin(), list.end(), Input{bits}) - list.begin();
  };
  for (const double special : {0.0, 10.0, HUGE_VAL})
    for (const uint64_t constant : {uint64_t{3}, bitsOf(1.5) + 1})
      EXPECT_LT(place(bitsOf(special)), place(constant));
  EXPECT_LT(place(3), place(bitsOf(0x1p53))) << "powers of two come last";
  EXPECT_LT(place(bitsOf(0x1p53)), std::ssize(list));
}

TEST(StartPoints, TheSeedOrdersTheFixedListButDoesNotChangeIt) {
  const InputSpace space({floating()});
  std::vector<Input> lists[2];
  for (const uint64_t seed : {0, 1}) {
    Random random(seed);
    lists[seed] = fixedList(makeStarts(space, kSomeConstants, random));
  }
  EXPECT_NE(lists[0], lists[1]);
  for (auto &list : lists)
    std::sort(list.begin(), list.end());
  EXPECT_EQ(lists[0], lists[1]);
}

TEST(StartPoints, FixedListOfAFunctionWithoutInputsIsEmpty) {
  const InputSpace space(std::vector<Scalar>{});
  Random random(1);
  EXPECT_EQ(fixedList(makeStarts(space, {}, random)), std::vector<Input>());
}

TEST(StartPoints, FixedListEndsForGood) {
  const InputSpace space({boolean(), boolean()});
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  StartPoints::Fixed fixed(starts);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(fixed.next());
  for (int i = 0; i < 3; ++i)
    EXPECT_FALSE(fixed.next());
}

// --- random ones
// --------------------------------------------------------------

bool isValueOf(const Scalar &scalar, uint64_t bits) {
  if (!scalar.enumerators.empty())
    return std::find(scalar.enumerators.begin(), scalar.enumerators.end(),
                     bits) != scalar.enumerators.end();
  if (scalar.kind == ScalarKind::Bool)
    return bits <= 1;
  return bits == truncateToWidth(bits, scalar.width);
}

void assertValuesOf(const std::vector<Scalar> &scalars, const Input &input) {
  for (size_t i = 0; i < scalars.size(); ++i)
    ASSERT_TRUE(isValueOf(scalars[i], input[i]))
        << "scalar " << i << ": " << input[i];
}

TEST(StartPoints, DrawsAreValuesOfTheirScalars) {
  const std::vector<Scalar> scalars = {
      floating(), floating(32), floating(32), floating(), signedInteger(8),
      signedInteger(16), signedInteger(32), signedInteger(64),
      unsignedInteger(8), unsignedInteger(16), unsignedInteger(32),
      unsignedInteger(64), boolean(),
      enumeration(ScalarKind::Unsigned, {10, 20, 30}),
      // Failed before: draws were small numbers.
      enumeration(ScalarKind::Signed, {100, 0xffffff9c})};
  const InputSpace space(scalars);
  Random random(1);
  const StartPoints starts = makeStarts(space, kSomeConstants, random);
  for (int round = 0; round < 5000; ++round) {
    const Input input = starts.draw(random);
    ASSERT_NO_FATAL_FAILURE(assertValuesOf(scalars, input));
  }
}

TEST(StartPoints, DrawsOfSmallScalarsReachEveryValue) {
  const InputSpace space({boolean(), signedInteger(8), unsignedInteger(8),
                          enumeration(ScalarKind::Unsigned, {10, 20, 30})});
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  std::vector<std::set<uint64_t>> seen(space.size());
  for (int round = 0; round < 20000; ++round) {
    const Input input = starts.draw(random);
    for (size_t i = 0; i < input.size(); ++i)
      seen[i].insert(input[i]);
  }
  EXPECT_EQ(seen[0].size(), 2u);
  EXPECT_EQ(seen[1].size(), 256u);
  EXPECT_EQ(seen[2].size(), 256u);
  EXPECT_EQ(seen[3].size(), 3u);
}

TEST(StartPoints, DrawsOfOneMagnitudeAreValuesThatAreNotFarApart) {
  const std::vector<Scalar> scalars = {
      floating(),        signedInteger(32),
      signedInteger(16), unsignedInteger(8),
      boolean(),         enumeration(ScalarKind::Signed, {100, 0xffffff9c})};
  const InputSpace space(scalars);
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  int negative = 0, whole = 0, large = 0;
  constexpr int kRounds = 2000;
  for (int round = 0; round < kRounds; ++round) {
    const Input input = starts.drawOfOneMagnitude(random);
    ASSERT_NO_FATAL_FAILURE(assertValuesOf(scalars, input));
    const double one = space.toReal(0, input[0]);
    const double other = space.toReal(1, input[1]);
    ASSERT_LE(std::fabs(one), 4096);
    ASSERT_LE(std::fabs(other), 4096);
    negative += other < 0;
    whole += one == std::round(one);
    large += std::fabs(one) > 100 && std::fabs(other) > 100;
  }
  EXPECT_GT(negative, kRounds / 8);
  EXPECT_LT(negative, kRounds / 2);
  EXPECT_GT(whole, kRounds / 3);
  EXPECT_GT(large, kRounds / 4);
}

TEST(StartPoints, DrawsTieDoublesToEachOther) {
  const InputSpace space({floating(), floating()});
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  int equal = 0, negated = 0, sameExponent = 0;
  constexpr int kRounds = 5000;
  for (int round = 0; round < kRounds; ++round) {
    const Input input = starts.draw(random);
    equal += input[0] == input[1];
    negated += (input[0] ^ input[1]) == uint64_t{1} << 63;
    sameExponent += ((input[0] ^ input[1]) & 0x7ff0000000000000) == 0;
  }
  EXPECT_GT(equal, kRounds / 50);
  EXPECT_GT(negated, kRounds / 50);
  EXPECT_GT(sameExponent, equal + negated);
}

TEST(StartPoints, DrawsReachEverySixteenthOfTheExponents) {
  const InputSpace space({floating()});
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  std::set<uint64_t> seen;
  for (int round = 0; round < 20000; ++round)
    seen.insert(starts.draw(random)[0] >> 56);
  EXPECT_EQ(seen.size(), 256u);
}

TEST(StartPoints, AreTheSameWithTheSameSeed) {
  const InputSpace space({floating(), signedInteger(32)});
  Random random(5), again(5);
  const StartPoints first = makeStarts(space, kSomeConstants, random);
  const StartPoints second = makeStarts(space, kSomeConstants, again);
  EXPECT_EQ(fixedList(first), fixedList(second));
  for (int round = 0; round < 100; ++round)
    EXPECT_EQ(first.draw(random), second.draw(again));
}

TEST(StartPoints, ThatArePlainAreSmallAndFinite) {
  const InputSpace space(std::vector<Scalar>{{ScalarKind::Signed, 32, {}},
                                             {ScalarKind::Float, 64, {}},
                                             {ScalarKind::Signed, 32, {7, 9}}});
  Random random(1);
  const StartPoints starts = makeStarts(space, {}, random);
  for (int i = 0; i < 100; ++i) {
    const Input x = starts.drawPlain(random);
    EXPECT_LE(x[0], 4u);
    EXPECT_LE(std::fabs(space.toReal(1, x[1])), 10);
    EXPECT_TRUE(x[2] == 7 || x[2] == 9);
  }
}

} // namespace
} // namespace coverme

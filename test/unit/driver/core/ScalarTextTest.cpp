// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ScalarText.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "driver/support/ExpectError.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace coverme {
namespace {

using namespace test;

std::string exact(double value) {
  return exactValue(floating(), bitsOf(value));
}
std::string shown(double value) {
  return formatValue(floating(), bitsOf(value));
}

TEST(ExactValue, OfADoubleIsAHexFloat) {
  EXPECT_EQ(exact(1.0), "0x1p+0");
  EXPECT_EQ(exact(-3.0), "-0x1.8p+1");
  EXPECT_EQ(exact(0.1), "0x1.999999999999ap-4");
  EXPECT_EQ(exact(1.7976931348623157e308), "0x1.fffffffffffffp+1023");
}

TEST(ExactValue, KeepsTheSignOfZero) {
  EXPECT_EQ(exact(0.0), "0x0p+0");
  EXPECT_EQ(exact(-0.0), "-0x0p+0");
}

TEST(ExactValue, OfInfinitiesIsTheirName) {
  EXPECT_EQ(exact(HUGE_VAL), "inf");
  EXPECT_EQ(exact(-HUGE_VAL), "-inf");
  EXPECT_EQ(exactValue(floating(32), 0xff800000), "-inf");
}

TEST(ExactValue, OfANanHasItsSignAndPayload) {
  EXPECT_EQ(exactValue(floating(), 0x7ff8000000000000), "nan(0x8000000000000)");
  EXPECT_EQ(exactValue(floating(), 0xfff8000000000000),
            "-nan(0x8000000000000)");
  EXPECT_EQ(exactValue(floating(), 0x7ff0000000000001), "nan(0x1)");
  EXPECT_EQ(exactValue(floating(32), 0x7fc00000), "nan(0x400000)");
  EXPECT_EQ(exactValue(floating(32), 0xff800001), "-nan(0x1)");
}

// Bits of finite doubles: special ones, then random ones.
std::vector<uint64_t> finiteDoubles() {
  std::vector<uint64_t> list = {0x1,
                                0xfffffffffffff,
                                0x10000000000000,
                                0x8000000000000001,
                                0x7fefffffffffffff,
                                0x8000000000000000};
  Random random(1);
  while (list.size() < 1000)
    if (const uint64_t bits = random.bits(); std::isfinite(doubleOf(bits)))
      list.push_back(bits);
  return list;
}

TEST(ExactValue, ReadsBackToTheSameBits) {
  for (const uint64_t bits : finiteDoubles()) {
    const std::string text = exactValue(floating(), bits);
    EXPECT_EQ(bitsOf(std::strtod(text.c_str(), nullptr)), bits) << text;
    const uint64_t half = bits >> 33; // a positive float, or a NaN
    const std::string halfText = exactValue(floating(32), half);
    if (half < 0x7f800000) {
      EXPECT_EQ(std::bit_cast<uint32_t>(std::strtof(halfText.c_str(), nullptr)),
                half);
    }
  }
}

TEST(ExactValue, OfAFloatIsItsOwn) {
  EXPECT_EQ(exactValue(floating(32), std::bit_cast<uint32_t>(0.1f)),
            "0x1.99999ap-4");
  EXPECT_EQ(exactValue(floating(32), 1), "0x1p-149");
  EXPECT_EQ(exactValue(floating(32), 0x80000000), "-0x0p+0");
}

TEST(ExactValue, OfIntegersIsDecimalInTheirWidth) {
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    const uint64_t ones = truncateToWidth(UINT64_MAX, width);
    EXPECT_EQ(exactValue(signedInteger(width), ones), "-1");
    EXPECT_EQ(exactValue(unsignedInteger(width), ones), std::to_string(ones));
    EXPECT_EQ(exactValue(signedInteger(width), 42), "42");
  }
  EXPECT_EQ(exactValue(signedInteger(8), 0x80), "-128");
  EXPECT_EQ(exactValue(signedInteger(16), 0x8000), "-32768");
  EXPECT_EQ(exactValue(signedInteger(32), 0x80000000), "-2147483648");
  EXPECT_EQ(exactValue(signedInteger(64), uint64_t{1} << 63),
            "-9223372036854775808");
}

TEST(ExactValue, OfABoolIsAnInteger) {
  EXPECT_EQ(exactValue(boolean(), 0), "0");
  EXPECT_EQ(exactValue(boolean(), 1), "1");
}

TEST(FormatValue, HasTheShortestDecimalAheadOfTheExactValue) {
  EXPECT_EQ(shown(0.1), "0.1 (0x1.999999999999ap-4)");
  EXPECT_EQ(formatValue(floating(32), std::bit_cast<uint32_t>(0.1f)),
            "0.1 (0x1.99999ap-4)");
  EXPECT_EQ(formatValue(signedInteger(32), 0xfffffffd), "-3");
  EXPECT_EQ(formatValue(floating(), 0x7ff0000000000001), "nan(0x1)");
  EXPECT_EQ(shown(-HUGE_VAL), "-inf");
}

TEST(FormatValue, HasADecimalThatReadsBack) {
  for (const uint64_t bits : finiteDoubles()) {
    const std::string text = formatValue(floating(), bits);
    EXPECT_EQ(bitsOf(std::strtod(text.c_str(), nullptr)), bits) << text;
  }
}

TEST(FormatValue, OfAHalfIsItsOwn) {
  EXPECT_EQ(formatValue(floating(16), 0x2e66), "0.0999755859375 (0x1.998p-4)");
  EXPECT_EQ(formatValue(floating(16), 0xfc00), "-inf");
  EXPECT_EQ(formatValue(floating(16), 0x7e00), "nan(0x200)");
  EXPECT_EQ(exactValue(floating(16), 0x0001), "0x1p-24");
}

TEST(FormatBits, HasTheDigitsOfTheWidth) {
  EXPECT_EQ(formatBits(floating(), bitsOf(1.0)), "0x3ff0000000000000");
  EXPECT_EQ(formatBits(floating(), 1), "0x0000000000000001");
  EXPECT_EQ(formatBits(floating(32), 0x80000000), "0x80000000");
  EXPECT_EQ(formatBits(signedInteger(16), 1), "0x0001");
  EXPECT_EQ(formatBits(boolean(), 1), "0x01");
  EXPECT_EQ(formatBits(unsignedInteger(3), 5), "0x05") << "a bit-field";
}

std::vector<uint64_t> parsedNumber(const Scalar &scalar,
                                   const std::string &text) {
  return parseNumber(input("p", "type", scalar), text);
}

uint64_t parsed(const Scalar &scalar, const std::string &text) {
  return parsedNumber(scalar, text).at(0);
}

std::string inputText(const Scalar &scalar, uint64_t bits) {
  return coverme::inputText(input("p", "type", scalar), &bits);
}

bool isRefused(const Scalar &scalar, const std::string &text) {
  try {
    parsedNumber(scalar, text);
    return false;
  } catch (const Error &error) {
    return error.code == ExitCode::BadInput;
  }
}

TEST(ParseNumber, ReadsBackWhatIsWritten) {
  Random random(2);
  for (int i = 0; i < 20000; ++i)
    for (const Scalar &scalar :
         {floating(), floating(32), floating(16), signedInteger(8),
          signedInteger(64), unsignedInteger(16), unsignedInteger(64)}) {
      uint64_t bits = truncateToWidth(random.bits(), scalar.width);
      if (scalar.isFloat() && i % 8 == 0) // NaNs and infinities
        bits |= FloatLayout(scalar.width).infinity();
      ASSERT_EQ(parsed(scalar, inputText(scalar, bits)), bits);
      ASSERT_EQ(parsed(scalar, exactValue(scalar, bits)), bits);
      ASSERT_EQ(parsed(scalar, "bits:" + formatBits(scalar, bits).substr(2)),
                bits);
    }
  for (const uint64_t bit : {0, 1}) {
    EXPECT_EQ(parsed(boolean(), inputText(boolean(), bit)), bit);
    EXPECT_EQ(parsed(boolean(), "bits:" + formatBits(boolean(), bit).substr(2)),
              bit);
  }
}

TEST(ParseNumber, TakesDecimalsHexFloatsAndNames) {
  EXPECT_EQ(parsed(floating(), "0.1"), bitsOf(0.1));
  EXPECT_EQ(parsed(floating(), "-.5"), bitsOf(-0.5));
  EXPECT_EQ(parsed(floating(), "+1e-300"), bitsOf(1e-300));
  EXPECT_EQ(parsed(floating(), "-0x1.8p+1"), bitsOf(-3));
  EXPECT_EQ(parsed(floating(), "-inf"), bitsOf(-HUGE_VAL));
  EXPECT_EQ(parsed(floating(), "nan"), 0x7ff8000000000000);
  EXPECT_EQ(parsed(floating(), "-nan(0x1)"), 0xfff0000000000001);
  EXPECT_EQ(parsed(floating(32), "0.1"), 0x3dcccccd);
  EXPECT_EQ(parsed(floating(32), "-nan"), 0xffc00000);
  EXPECT_EQ(parsed(floating(16), "-1.5"), 0xbe00u);
  EXPECT_EQ(parsed(floating(16), "nan"), 0x7e00u);
  EXPECT_EQ(parsed(floating(16), "65504"), 0x7bffu);
  EXPECT_EQ(parsed(signedInteger(8), "-128"), 0x80);
  EXPECT_EQ(parsed(unsignedInteger(64), "18446744073709551615"), ~0ULL);
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char *text : {"",
                           "-",
                           "+-1",
                           "--1",
                           "1x",
                           " 1",
                           "1 ",
                           "1e999",
                           "-1e999",
                           "infinity",
                           "INF",
                           "nan()",
                           "nan(1)",
                           "nan(0x0)",
                           "nan(0x10000000000000)",
                           "nanx",
                           "0x",
                           "0x1p",
                           "bits:",
                           "bits:1",
                           "bits:0x00000000000001",
                           "bits:00000000000000001",
                           "bits:-000000000000001",
                           "e5",
                           "x"})
    EXPECT_TRUE(isRefused(floating(), text)) << text;
  EXPECT_TRUE(isRefused(floating(32), "1e39"));
  EXPECT_TRUE(isRefused(floating(16), "65520"));
  EXPECT_TRUE(isRefused(floating(16), "nan(0x400)0"));
  EXPECT_TRUE(isRefused(floating(32), "bits:0000000000000000"));
  for (const char *text :
       {"", "128", "-129", "1.0", "0x1", "+1", "nan", "bits:100", "bits:1"})
    EXPECT_TRUE(isRefused(signedInteger(8), text)) << text;
  EXPECT_TRUE(isRefused(unsignedInteger(8), "-1"));
  EXPECT_TRUE(isRefused(unsignedInteger(8), "256"));
  EXPECT_TRUE(isRefused(signedInteger(64), "9223372036854775808"));
}

TEST(ParseNumber, NamesTheInputAndItsRange) {
  const InputVariable n = input("count", "int8_t", signedInteger(8));
  expectError([&] { parseNumber(n, "200"); }, ExitCode::BadInput,
              {"'200'", "'count'", "'int8_t'", "-128 to 127"});
}

// --- numbers of two slots ---------------------------------------------------

using Slots = std::vector<uint64_t>;

InputVariable extended() {
  InputVariable number = input("x", "long double", unsignedInteger(63));
  number.part = Part::Fraction80;
  return number;
}
InputVariable wide(const char *typeName) {
  InputVariable number = input("n", typeName, unsignedInteger(64));
  number.part = Part::Low128;
  return number;
}

struct NumberText {
  Slots slots;
  const char *exact, *shown, *bits;
};

void expectTexts(const InputVariable &number,
                 const std::vector<NumberText> &list) {
  for (const NumberText &each : list) {
    const uint64_t *slots = each.slots.data();
    EXPECT_EQ(exactNumber(number, slots), each.exact);
    EXPECT_EQ(formatNumber(number, slots), each.shown);
    EXPECT_EQ(formatNumberBits(number, slots), each.bits);
    EXPECT_EQ(parseNumber(number, coverme::inputText(number, slots)),
              each.slots);
  }
}

TEST(TwoSlots, OfALongDoubleAreOneNumber) {
  EXPECT_EQ(slotCount(extended()), 2u);
  expectTexts(
      extended(),
      {{{0, 0x3fff}, "0x8p-3", "1 (0x8p-3)", "0x3fff8000000000000000"},
       {{0, 0x8000}, "-0x0p+0", "-0 (-0x0p+0)", "0x80000000000000000000"},
       {{1, 0},
        "0x0.000000000000001p-16385",
        "4e-4951 (0x0.000000000000001p-16385)",
        "0x00000000000000000001"},
       {{0, 0xffff}, "-inf", "-inf", "0xffff8000000000000000"},
       {{5, 0x7fff}, "nan(0x5)", "nan(0x5)", "0x7fff8000000000000005"}});
}

TEST(TwoSlots, OfALongDoubleAreParsed) {
  EXPECT_EQ(parseNumber(extended(), "-1.5"),
            (Slots{uint64_t{1} << 62, 0xbfff}));
  EXPECT_EQ(parseNumber(extended(), "0x1p-16445"), (Slots{1, 0}));
  EXPECT_EQ(parseNumber(extended(), "inf"), (Slots{0, 0x7fff}));
  for (const char *text : {"", " 1", "1 ", "x", "bits:", "bits:3fff",
                           "bits:3fff80000000000000000", "1x"})
    expectError([&] { parseNumber(extended(), text); }, ExitCode::BadInput,
                {"'x'", "'long double'", "20 hex digits"});
}

TEST(TwoSlots, OfAWideIntegerAreOneNumber) {
  EXPECT_EQ(slotCount(wide("__int128")), 2u);
  constexpr const char *kOnes = "0xffffffffffffffffffffffffffffffff";
  expectTexts(wide("__int128"), {{{UINT64_MAX, UINT64_MAX}, "-1", "-1", kOnes},
                                 {{0, 1},
                                  "18446744073709551616",
                                  "18446744073709551616",
                                  "0x00000000000000010000000000000000"}});
  expectTexts(wide("unsigned __int128"),
              {{{UINT64_MAX, UINT64_MAX},
                "340282366920938463463374607431768211455",
                "340282366920938463463374607431768211455",
                kOnes}});
}

TEST(TwoSlots, OfAWideIntegerAreParsed) {
  EXPECT_EQ(parseNumber(wide("__int128"), "-2"),
            (Slots{UINT64_MAX - 1, UINT64_MAX}));
  EXPECT_EQ(parseNumber(wide("__int128"), "7"), (Slots{7, 0}));
  for (const char *text : {"", "x", "1.0", "bits:7"})
    expectError([&] { parseNumber(wide("__int128"), text); },
                ExitCode::BadInput, {"'n'", "'__int128'", "32 hex digits"});
}

TEST(FormatNumber, KnowsTheNamesOfValues) {
  InputVariable mode =
      input("mode", "rounding mode", enumeration(ScalarKind::Unsigned, {0, 3}));
  mode.valueNames = {"to nearest", "toward zero"};
  const uint64_t known = 3, other = 7;
  EXPECT_EQ(formatNumber(mode, &known), "toward zero");
  EXPECT_EQ(formatNumber(mode, &other), "7");
  EXPECT_EQ(exactNumber(mode, &known), "3");
}

} // namespace
} // namespace coverme

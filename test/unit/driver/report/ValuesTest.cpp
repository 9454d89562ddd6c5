// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include "driver/search/SyntheticProblem.h"
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

TEST(FormatBits, HasTheDigitsOfTheWidth) {
  EXPECT_EQ(formatBits(floating(), bitsOf(1.0)), "0x3ff0000000000000");
  EXPECT_EQ(formatBits(floating(), 1), "0x0000000000000001");
  EXPECT_EQ(formatBits(floating(32), 0x80000000), "0x80000000");
  EXPECT_EQ(formatBits(signedInteger(16), 1), "0x0001");
  EXPECT_EQ(formatBits(boolean(), 1), "0x01");
}

TEST(FormatInputs, NamesEachParameter) {
  Function function;
  function.parameters = {{"x", "double", floating(), false, false},
                         {"n", "int", signedInteger(32), false, false},
                         {"out", "float *", floating(32), true, false}};
  EXPECT_EQ(formatInputs(function, {bitsOf(1.0), 0xfffffffd, 0}),
            "x = 1 (0x1p+0), n = -3, *out = 0 (0x0p+0)");
  EXPECT_EQ(formatInputs(Function(), {}), "");
}

Parameter parameter(const Scalar &scalar) {
  return {"p", "type", scalar, false, false};
}

uint64_t parsed(const Scalar &scalar, const std::string &text) {
  return parseInput(parameter(scalar), text);
}

bool isRefused(const Scalar &scalar, const std::string &text) {
  try {
    parsed(scalar, text);
    return false;
  } catch (const Error &error) {
    return error.code == ExitCode::BadInput;
  }
}

TEST(ParseInput, ReadsBackWhatIsWritten) {
  Random random(2);
  for (int i = 0; i < 20000; ++i)
    for (const Scalar &scalar :
         {floating(), floating(32), signedInteger(8), signedInteger(64),
          unsignedInteger(16), unsignedInteger(64)}) {
      uint64_t bits = truncateToWidth(random.bits(), scalar.width);
      if (scalar.isFloat() && i % 8 == 0) // NaNs and infinities
        bits |= scalar.width == 64 ? 0x7ff0000000000000 : 0x7f800000;
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

TEST(ParseInput, TakesDecimalsHexFloatsAndNames) {
  EXPECT_EQ(parsed(floating(), "0.1"), bitsOf(0.1));
  EXPECT_EQ(parsed(floating(), "-.5"), bitsOf(-0.5));
  EXPECT_EQ(parsed(floating(), "+1e-300"), bitsOf(1e-300));
  EXPECT_EQ(parsed(floating(), "-0x1.8p+1"), bitsOf(-3));
  EXPECT_EQ(parsed(floating(), "-inf"), bitsOf(-HUGE_VAL));
  EXPECT_EQ(parsed(floating(), "nan"), 0x7ff8000000000000);
  EXPECT_EQ(parsed(floating(), "-nan(0x1)"), 0xfff0000000000001);
  EXPECT_EQ(parsed(floating(32), "0.1"), 0x3dcccccd);
  EXPECT_EQ(parsed(floating(32), "-nan"), 0xffc00000);
  EXPECT_EQ(parsed(signedInteger(8), "-128"), 0x80);
  EXPECT_EQ(parsed(unsignedInteger(64), "18446744073709551615"), ~0ULL);
}

TEST(ParseInput, RefusesEverythingElse) {
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
  EXPECT_TRUE(isRefused(floating(32), "bits:0000000000000000"));
  for (const char *text :
       {"", "128", "-129", "1.0", "0x1", "+1", "nan", "bits:100", "bits:1"})
    EXPECT_TRUE(isRefused(signedInteger(8), text)) << text;
  EXPECT_TRUE(isRefused(unsignedInteger(8), "-1"));
  EXPECT_TRUE(isRefused(unsignedInteger(8), "256"));
  EXPECT_TRUE(isRefused(signedInteger(64), "9223372036854775808"));
}

TEST(ParseInput, NamesTheParameterAndItsRange) {
  const Parameter n{"count", "int8_t", signedInteger(8), false, false};
  expectError([&] { parseInput(n, "200"); }, ExitCode::BadInput,
              {"'200'", "'count'", "'int8_t'", "-128 to 127"});
}

} // namespace
} // namespace coverme

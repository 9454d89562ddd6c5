// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

InputVariable half(const char *name, Part part) {
  InputVariable variable = input(name, "long double", unsignedInteger(63));
  variable.part = part;
  return variable;
}

TEST(FormatInputs, NamesEachNumberOnce) {
  Function function;
  function.plan.inputs = {
      input("x", "double", floating()), input("n", "int", signedInteger(32)),
      half("l", Part::Fraction80), half("l", Part::Exponent80),
      input("*out", "float", floating(32))};
  EXPECT_EQ(formatInputs(function, {bitsOf(1.0), 0xfffffffd, 0, 0x4000, 0}),
            "x = 1 (0x1p+0), n = -3, l = 2 (0x8p-2), *out = 0 (0x0p+0)");
  EXPECT_EQ(formatInputs(Function(), {}), "");
  EXPECT_EQ(formatInputs(function, {bitsOf(1.0), 0xfffffffd, 0, 0x4000, 0}, 2),
            "x = 1 (0x1p+0), n = -3, and 2 more");
}

TEST(FormatOutputs, NamesEachNumberOnce) {
  Function function;
  function.plan.outputs = {{input("*y", "double", floating()), 0, 0, 8},
                           {half("*l", Part::Fraction80), 1, 0, 8},
                           {half("*l", Part::Exponent80), 1, 8, 2}};
  EXPECT_EQ(formatOutputs(function, {}, {bitsOf(2.0), 0, 0xbfff}),
            ", *y = 2 (0x1p+1), *l = -1 (-0x8p-3)");
  EXPECT_EQ(formatOutputs(function, {}, {}), "");
}

TEST(FormatOutputs, LeavesOutInputsThatAreAsTheyWere) {
  Function function;
  function.plan.inputs = {input("*y", "double", floating())};
  function.plan.outputs = {{input("*y", "double", floating()), 0, 0, 8}};
  EXPECT_EQ(formatOutputs(function, {bitsOf(2.0)}, {bitsOf(2.0)}), "");
  EXPECT_EQ(formatOutputs(function, {bitsOf(2.0)}, {bitsOf(3.0)}),
            ", *y = 3 (0x1.8p+1)");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Values.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

const std::vector<ReportedVariable> kVariables = {
    {"x", "double", {}},
    {"n", "int", {}},
    {"l", "long double", {}},
    {"p", "pointer", {"its own object", "q"}}};
const std::vector<ReportedValue> kValues = {
    {"0x3ff0000000000000", "0x1p+0"},
    {"0xfffffffd", "-3"},
    {"0x40008000000000000000", "0x8p-2"},
    {"0x01", "1"}};

// Failed before: what had not 16 digits was taken for a float.
TEST(FormatValue, TellsTypesByDigits) {
  const auto format = [](const char *bits, const char *value) {
    return formatValue({bits, value});
  };
  EXPECT_EQ(format("0x3e00", "0x1.8p+0"), "1.5 (0x1.8p+0)");
  EXPECT_EQ(format("0x3dcccccd", "0x1.99999ap-4"), "0.1 (0x1.99999ap-4)");
  EXPECT_EQ(format("0x3fffc000000000000000", "0xc.p-3"), "1.5 (0xcp-3)");
  EXPECT_EQ(format("0x7ff0000000000000", "inf"), "inf");
  EXPECT_EQ(format("0x7fc00000", "nan(0x400000)"), "nan(0x400000)");
  EXPECT_EQ(format("0x3e00", "15872"), "15872");
  EXPECT_EQ(format("0x00000000000000000000000000000005", "5"), "5");
  // Damaged ones.
  EXPECT_EQ(format("0x3e000", "0x1.8p+0"), "0x1.8p+0");
  EXPECT_EQ(format("", "inf"), "inf");
  EXPECT_EQ(format("0x3e0g", "0x1.8p+0"), "0x1.8p+0");
}

TEST(FormatInputs, NamesEachNumberAndPlace) {
  EXPECT_EQ(formatInputs(kVariables, kValues),
            "x = 1 (0x1p+0), n = -3, l = 2 (0x8p-2), p = q");
  EXPECT_EQ(formatInputs({}, {}), "");
  EXPECT_EQ(formatInputs(kVariables, kValues, 2),
            "x = 1 (0x1p+0), n = -3, and 2 more");
  std::vector<ReportedValue> values = kValues;
  values[1].isIdle = true;
  EXPECT_EQ(formatInputs(kVariables, values, 2),
            "x = 1 (0x1p+0), l = 2 (0x8p-2), and 1 more");
}

TEST(FormatInputs, WritesCharactersOfOneArrayAsText) {
  std::vector<ReportedVariable> variables;
  std::vector<ReportedValue> values;
  const auto add = [&](const std::string &name, const char *type, int value) {
    variables.push_back({name, type, {}});
    values.push_back({"", std::to_string(value)});
  };
  add("x", "int", 1);
  int i = 0;
  for (const int code : {34, 97, 92, 10, -1, 0, 98})
    add("s[" + std::to_string(i++) + "]", "char", code);
  add("t[0]", "char", 7); // alone, it is a number
  add("u[0]", "unsigned char", 1);
  add("u[1]", "unsigned char", 2);
  EXPECT_EQ(formatInputs(variables, values),
            R"(x = 1, s = "\"a\\\012\377", t[0] = 7, u[0] = 1, u[1] = 2)");
  values[2].isIdle = true;
  EXPECT_EQ(formatInputs(variables, values, 3),
            "x = 1, s[0] = 34, s[2] = 92, and 7 more");
}

TEST(FormatInputs, WritesContainersWithAllTheirElements) {
  std::vector<ReportedVariable> variables;
  std::vector<ReportedValue> values;
  const auto add = [&](const std::string &name, const char *type, int value,
                       bool isIdle = false) {
    variables.push_back({name, type, {}});
    values.push_back({"", std::to_string(value)});
    values.back().isIdle = isIdle;
  };
  add("v.size()", "unsigned long", 2);
  add("v[0]", "int", 5);
  add("v[1]", "int", 0);
  add("v[2]", "int", 7, true);
  add("p->size()", "unsigned long", 2);
  add("(*p)[0]", "char", 97);
  add("(*p)[1]", "char", 0);
  add("w.size()", "unsigned long", 0);
  add("w[0]", "int", 3, true);
  add("s.size()", "unsigned long", 1); // of structs
  add("s[0].x", "int", 3);
  add("x.size()", "unsigned long", 3); // more than there are
  EXPECT_EQ(formatInputs(variables, values),
            R"(v = {5, 0}, *p = "a\000", w = {}, s.size() = 1, s[0].x = 3, )"
            "x.size() = 3");
}

TEST(FormatTest, EndsInTheCallsWithTheirNumbers) {
  EXPECT_EQ(formatTest({}, kVariables, kValues, 100),
            formatInputs(kVariables, kValues));
  EXPECT_EQ(formatTest({{"init", {"q", "x", "7"}, "p"}, {"f", {"p", "n"}}},
                       kVariables, kValues, 100),
            "l = 2 (0x8p-2), p = q; p = init(q, 1 (0x1p+0), 7); f(p, -3)");
}

TEST(FormatOutputs, LeavesOutInputsThatAreAsTheyWere) {
  const std::vector<ReportedVariable> names = {{"x", "double", {}},
                                               {"y", "double", {}}};
  const ReportedValue two{"0x4000000000000000", "0x1p+1"};
  EXPECT_EQ(formatOutputs(kVariables, kValues, names, {kValues[0], two}),
            ", y = 2 (0x1p+1)");
  EXPECT_EQ(formatOutputs(kVariables, kValues, names, {two, two}),
            ", x = 2 (0x1p+1), y = 2 (0x1p+1)");
  EXPECT_EQ(formatOutputs(kVariables, kValues, names, {}), "");
  // What the call did not get as an input.
  std::vector<ReportedValue> idle = kValues;
  idle[0].isIdle = true;
  EXPECT_EQ(formatOutputs(kVariables, idle, names, {kValues[0], two}),
            ", x = 1 (0x1p+0), y = 2 (0x1p+1)");
  // Behind a pointer that is null.
  ReportedValue none = two;
  none.isIdle = true;
  EXPECT_EQ(formatOutputs(kVariables, kValues, names, {two, none}),
            ", x = 2 (0x1p+1)");
}

} // namespace
} // namespace coverme

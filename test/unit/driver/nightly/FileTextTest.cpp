// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/FileText.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

constexpr const char *kFile = R"(# 1 "a.c"
typedef double real;
real leaf(real x) { return x > 1; }
static real shared(real x) { return x > 2; }
real user(real x) { if (x == '}') return leaf(x); return 0; }
real first(real x) { return shared(x); }
real second(real x) { return shared(x + 1); }
real held(real x) { return x > 3; }
real (*table[])(real) = {held};
real other(real x) { return x > 4; }
)";

// Does what the function hangs on differ after the replacement?
bool changes(const std::string &function, const std::string &from,
             const std::string &to) {
  std::string text = kFile;
  text.replace(text.find(from), from.size(), to);
  return FileText(kFile).of(function) != FileText(text).of(function);
}

TEST(NightlyFileText, HasCallees) {
  EXPECT_TRUE(changes("user", "x > 1", "x > 9"));
  EXPECT_FALSE(changes("leaf", "'}'", "'{'"));
  EXPECT_FALSE(changes("user", "x > 4", "x > 9"));
  EXPECT_TRUE(changes("other", "x > 4", "x > 9"));
}

TEST(NightlyFileText, HasAllWhoCallStaticFunctions) {
  EXPECT_TRUE(changes("first", "x + 1", "x + 2"));
  EXPECT_FALSE(changes("user", "x + 1", "x + 2"));
}

TEST(NightlyFileText, HasTypesAndWhatTablesHold) {
  EXPECT_TRUE(changes("leaf", "typedef double", "typedef float"));
  EXPECT_TRUE(changes("leaf", "x > 3", "x > 9"));
}

TEST(NightlyFileText, DoesNotHangOnLinesAndNewFunctions) {
  EXPECT_FALSE(changes("leaf", "real leaf(", "\n\n# 7 \"b.c\"\nreal  leaf( "));
  EXPECT_FALSE(changes("leaf", "real other",
                       "int more(void) { return 1; }\n"
                       "real other"));
}

TEST(NightlyFileText, DoesNotTellOfUnknownForms) {
  EXPECT_EQ(FileText("int f(a) int a; { return a; }").of("f"), "");
  EXPECT_EQ(FileText("#pragma STDC FENV_ACCESS ON\nint f(void) { return 1; }")
                .of("f"),
            "");
  EXPECT_EQ(FileText("int f(void) { return 1; ").of("f"), "");
  EXPECT_NE(FileText("int f(void) { return 1; }").of("f"), "");
}

} // namespace
} // namespace coverme

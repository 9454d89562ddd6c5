// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Excerpts.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

TEST(Excerpts, EndWithTheFunction) {
  const std::vector<std::string> lines = {"int f(int x)",     // 1
                                          "{",                // 2
                                          "  if (x) {",       // 3
                                          "  }",              // 4
                                          "}",                // 5
                                          "",                 // 6
                                          "int g() { p(); }", // 7
                                          "struct s {",       // 8
                                          "  int h() {",      // 9
                                          "    return 1; }",  // 10
                                          "  int i() { }",    // 11
                                          "};"};              // 12
  EXPECT_EQ(lastLineOf(lines, 1, 3, 7), 5u);
  EXPECT_EQ(lastLineOf(lines, 1, 1, 7), 5u);
  EXPECT_EQ(lastLineOf(lines, 7, 7, 9), 7u);
  EXPECT_EQ(lastLineOf(lines, 9, 10, 11), 10u);
  EXPECT_EQ(lastLineOf(lines, 9, 9, 0), 12u);
  // The next one begins on the same line, or the source has become another.
  EXPECT_EQ(lastLineOf(lines, 3, 4, 4), 4u);
  EXPECT_EQ(lastLineOf(lines, 40, 50, 0), 50u);
  EXPECT_EQ(lastLineOf({}, 1, 1, 0), 1u);
}

TEST(Excerpts, AreNotEndlessWhereNoBraceIs) {
  EXPECT_EQ(lastLineOf(std::vector<std::string>(1000, "x"), 1, 5, 0), 25u);
  EXPECT_EQ(lastLineOf(std::vector<std::string>(1000, "x"), 1, 5, 10), 9u);
}

} // namespace
} // namespace coverme

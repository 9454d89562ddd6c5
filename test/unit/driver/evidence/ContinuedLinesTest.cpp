// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/ContinuedLines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace coverme {
namespace {

// For each line, the one on which its expression begins.
std::vector<unsigned> firstLines(const std::string &source) {
  const ContinuedLines lines(source, "f.c");
  std::vector<unsigned> all;
  const auto count = std::ranges::count(source, '\n');
  for (unsigned line = 1; line <= count; ++line)
    all.push_back(lines.firstOf(line));
  return all;
}

using Lines = std::vector<unsigned>;

TEST(ContinuedLines, GoOnBesideOperators) {
  EXPECT_EQ(firstLines("a = b &&\n"
                       "c;\n"
                       "d = e // ||\n"
                       "\n"
                       "? f : g;\n"),
            (Lines{1, 1, 3, 4, 4}));
}

TEST(ContinuedLines, GoOnWithinParentheses) {
  EXPECT_EQ(firstLines("if (a +\n"
                       "\n"
                       "b > \")\"[0] /* ) */\n"
                       ") {\n"
                       "f(\n"
                       "}\n"
                       "c;\n"),
            (Lines{1, 1, 1, 1, 5, 5, 7}));
}

TEST(ContinuedLines, GoOnAcrossDirectivesWithinParentheses) {
  EXPECT_EQ(firstLines("if (a ||\n"
                       "#ifdef B\n"
                       "(b &&\n"
                       "# if C\n"
                       "c &&\n"
                       "# endif\n"
                       "#elif D\n"
                       "((d &&\n"
                       "#else\n"
                       "(e &&\n"
                       "#endif\n"
                       "f))\n"
                       "g;\n"),
            (Lines{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 13}));
}

TEST(ContinuedLines, GoOnBesideWords) {
  EXPECT_EQ(firstLines("a = b and\n"
                       "c\n"
                       "or d;\n"
                       "order = band\n"
                       ";\n"),
            (Lines{1, 1, 1, 4, 5}));
}

TEST(ContinuedLines, HaveTheNumbersThatDirectivesGive) {
  const ContinuedLines lines("a;\n"
                             "#line 40 \"sub/f.c\"\n"
                             "b =\n"
                             "c &&\n"
                             "d;\n"
                             "# 60 \"g.y\"\n"
                             "e &&\n"
                             "f;\n"
                             "#line 80\n"
                             "g &&\n"
                             "h;\n"
                             "#line 9 \"f.c\"\n"
                             "i ||\n"
                             "j;\n"
                             "#line 4294967295\n"
                             "k;\n",
                             "f.c");
  EXPECT_EQ(lines.firstOf(42), 41u);
  EXPECT_FALSE(lines.contains(41));
  EXPECT_FALSE(lines.contains(61));
  EXPECT_FALSE(lines.contains(81));
  EXPECT_EQ(lines.firstOf(10), 9u);
}

TEST(ContinuedLines, EndAtDirectivesElsewhere) {
  EXPECT_EQ(firstLines("a = b ||\n"
                       "#if C\n"
                       "c;\n"
                       "#endif\n"
                       "#endif\n"
                       "&& d;\n"),
            (Lines{1, 2, 3, 4, 5, 6}));
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Gcov.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

// What gcov 12 writes with -b -c.
constexpr const char *kGnu = R"(        -:    0:Source:a.c
        -:    0:Graph:a.gcno
        -:    0:Data:a.gcda
        -:    0:Runs:1
        -:    1:#include <math.h>
function neg called 5 returned 100% blocks executed 100%
        5:    2:static int neg(int x) { return x < 0 ? -x : x; }
function never called 0 returned 0% blocks executed 0%
    #####:    3:int never(int a) {
    =====:    4:  if (a) return 1; /* colon: here */
branch  0 never executed
branch  1 never executed
    #####:    5:  return 2;
        -:    6:}
function foo called 2 returned 100% blocks executed 78%
        2:    7:int foo(int x) {
        2:    8:  int s = 0;
        7:    9:  for (int i = 0; i < x; i++)
branch  0 taken 5
branch  1 taken 2 (fallthrough)
        5:   10:    s += neg(i);
call    0 returned 5
        2:   11:  const char *t = "a:b: 3:c";
       2*:   12:  if (x > 100 && t) __builtin_abort();
branch  0 taken 0 (fallthrough)
branch  1 taken 2
branch  2 never executed
branch  3 never executed
call    4 never executed
        2:   13:  return s;
        -:   14:}
function main called 1 returned 100% blocks executed 100%
        1:   15:int main(void) { return foo(3) + (int)sqrt(foo(2)) < 0; }
call    0 returned 1
call    1 returned 0
)";

// What llvm-cov gcov 19 writes for the same.
constexpr const char *kLlvm = R"(        -:    0:Source:a.c
        -:    0:Graph:a.gcno
        -:    0:Data:a.gcda
        -:    0:Runs:1
        -:    0:Programs:1
        -:    1:#include <math.h>
function neg called 5 returned 100% blocks executed 75%
        5:    2:static int neg(int x) { return x < 0 ? -x : x; }
branch  0 taken 5
branch  1 taken 0
function never called 0 returned 0% blocks executed 0%
    #####:    3:int never(int a) {
    #####:    4:  if (a) return 1; /* colon: here */
branch  0 never executed
branch  1 never executed
    #####:    5:  return 2;
    #####:    6:}
)";

void expectRatio(const Ratio &ratio, uint64_t hit, uint64_t total) {
  EXPECT_EQ(ratio.hit, hit);
  EXPECT_EQ(ratio.total, total);
}

TEST(Gcov, CountsAFunctionOfGnusAnnotation) {
  const GcovCounts counts = parseGcov(kGnu, "foo");
  expectRatio(counts.lines, 7, 7);
  expectRatio(counts.branches, 3, 6);
  expectRatio(counts.calls, 1, 2);
}

TEST(Gcov, CountsAFileWithAnEmptyName) {
  const GcovCounts counts = parseGcov(kGnu, "");
  expectRatio(counts.lines, 9, 12);
  expectRatio(counts.branches, 3, 8);
  expectRatio(counts.calls, 3, 4); // a call that did not return is one
}

TEST(Gcov, CountsAFunctionOfLlvmsAnnotation) {
  const GcovCounts neg = parseGcov(kLlvm, "neg");
  expectRatio(neg.lines, 1, 1);
  expectRatio(neg.branches, 1, 2);
  expectRatio(neg.calls, 0, 0);
  expectRatio(parseGcov(kLlvm, "").lines, 1, 5);
}

TEST(Gcov, OfAFunctionThatNeverRanHasNoHits) {
  for (const char *text : {kGnu, kLlvm}) {
    const GcovCounts counts = parseGcov(text, "never");
    EXPECT_EQ(counts.lines.hit, 0u);
    EXPECT_GE(counts.lines.total, 3u);
    expectRatio(counts.branches, 0, 2);
    EXPECT_EQ(counts.byLine.at(4).count, 0u);
  }
}

TEST(Gcov, KeepsEachExecutableLine) {
  const GcovCounts counts = parseGcov(kGnu, "foo");
  EXPECT_EQ(counts.byLine.size(), 7u);
  EXPECT_EQ(counts.byLine.at(9).count, 7u);
  expectRatio(counts.byLine.at(9).branches, 2, 2);
  EXPECT_EQ(counts.byLine.at(12).count, 2u) << "with unexecuted blocks: 2*";
  expectRatio(counts.byLine.at(12).branches, 1, 4);
  EXPECT_FALSE(counts.byLine.contains(14)) << "no code there";
  EXPECT_FALSE(counts.byLine.contains(3)) << "another function";
}

TEST(Gcov, IsNotMisledByColonsInTheSource) {
  const GcovCounts counts = parseGcov(kGnu, "foo");
  EXPECT_EQ(counts.byLine.at(11).count, 2u);
  const GcovCounts label = parseGcov("        -:    4:  default: 7: x\n"
                                     "        3:    5:a: goto a;\n",
                                     "");
  EXPECT_EQ(label.byLine.size(), 1u);
  EXPECT_EQ(label.byLine.at(5).count, 3u);
}

TEST(Gcov, FindsNothingOfAnUnknownFunction) {
  const GcovCounts counts = parseGcov(kGnu, "fo");
  EXPECT_EQ(counts.lines.total + counts.branches.total + counts.calls.total,
            0u);
  EXPECT_TRUE(counts.byLine.empty());
}

TEST(Gcov, TakesTextWithoutAnEnd) {
  EXPECT_EQ(parseGcov("", "").lines.total, 0u);
  EXPECT_EQ(parseGcov("        1:    1:int x", "").lines.hit, 1u);
  EXPECT_EQ(parseGcov("branch", "").branches.total, 0u);
  expectRatio(parseGcov("branch  0", "").branches, 0, 1);
}

// Two functions made by one macro; gcov says "of 2" lines of the file.
constexpr const char *kShared = R"(       2*:    1:PAIR(sq, tw)
------------------
sq:
function sq called 0 returned 0% blocks executed 0%
    #####:    1:PAIR(sq, tw)
branch  0 never executed
branch  1 never executed
------------------
tw:
function tw called 1 returned 100% blocks executed 80%
       1*:    1:PAIR(sq, tw)
branch  0 taken 0 (fallthrough)
branch  1 taken 1
------------------
function main called 1 returned 100% blocks executed 100%
        1:    2:int main(void) { return sq(3) + tw(2) < 0; }
)";

TEST(Gcov, TellsFunctionsOnOneLineApart) {
  const GcovCounts sq = parseGcov(kShared, "sq");
  expectRatio(sq.lines, 0, 1);
  expectRatio(sq.branches, 0, 2);
  const GcovCounts tw = parseGcov(kShared, "tw");
  expectRatio(tw.lines, 1, 1);
  expectRatio(tw.branches, 1, 2);
}

// Failed before: each function's copy of the line counted.
TEST(Gcov, CountsALineOfSeveralFunctionsOnce) {
  const GcovCounts counts = parseGcov(kShared, "");
  expectRatio(counts.lines, 2, 2);
  expectRatio(counts.branches, 1, 4);
  EXPECT_EQ(counts.byLine.at(1).count, 2u);
}

TEST(Ratio, OfNothingIsAllOfIt) {
  EXPECT_EQ((Ratio{0, 0}.percent()), 100.0);
  EXPECT_EQ((Ratio{0, 3}.percent()), 0.0);
  EXPECT_EQ((Ratio{3, 4}.percent()), 75.0);
}

constexpr const char *kFiles = R"(        -:    0:Source:/src/one.c
        1:    1:int one;
        -:    0:Source:sub/../two.c
        -:    0:Graph:x.gcno
        2:    1:int two;
        2:    2:int more;
        -:    0:Source:/src/three.c
        3:    1:int three;
)";

TEST(AnnotationOf, IsThePartOfTheFile) {
  const GcovCounts one = parseGcov(annotationOf(kFiles, "/src/one.c"), "");
  ASSERT_EQ(one.byLine.size(), 1u);
  EXPECT_EQ(one.byLine.at(1).count, 1u);
  const GcovCounts three = parseGcov(annotationOf(kFiles, "/src/three.c"), "");
  ASSERT_EQ(three.byLine.size(), 1u);
  EXPECT_EQ(three.byLine.at(1).count, 3u);
}

TEST(AnnotationOf, FindsAFileUnderAnotherSpelling) {
  for (const auto &name :
       {std::filesystem::path("two.c"), std::filesystem::path("./x/../two.c"),
        std::filesystem::absolute("two.c")})
    EXPECT_EQ(parseGcov(annotationOf(kFiles, name), "").lines.total, 2u);
  EXPECT_EQ(
      parseGcov(annotationOf(kFiles, "/src/x/.././one.c"), "").lines.total, 1u);
}

TEST(AnnotationOf, IsEmptyForAnotherFile) {
  EXPECT_TRUE(annotationOf(kFiles, "/src/four.c").empty());
  EXPECT_TRUE(annotationOf(kFiles, "one.c").empty()) << "another folder's";
  EXPECT_TRUE(annotationOf("", "one.c").empty());
  EXPECT_TRUE(
      annotationOf("        -:    0:Source:/src/one.c", "/src/one.c").empty());
}

// Failed before: the rest of the file was lost.
TEST(AnnotationOf, IsNotMisledByTheMarkInTheSource) {
  constexpr const char *kTricky =
      "        -:    0:Source:/src/one.c\n"
      "        1:    1:const char *s = \"-:    0:Source:/src/two.c\";\n"
      "        1:    2:int one;\n";
  EXPECT_EQ(parseGcov(annotationOf(kTricky, "/src/one.c"), "").lines.total, 2u);
}

} // namespace
} // namespace coverme

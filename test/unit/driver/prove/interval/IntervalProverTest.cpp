// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/IntervalProver.h"

#include "driver/prove/CompiledTarget.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

TEST(IntervalProver, ProvesAndFindsWitnesses) {
  CompiledTarget f("int f(double x) {\n"
                   "  if (x > 1)\n"
                   "    if (x < 0) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_TRUE(f.isProved(1, true));
  EXPECT_EQ(f.proof(1, true).engine, ProofEngine::Interval);
  EXPECT_GT(f.proof(1, true).boxes, 0u);
  EXPECT_TRUE(f.isCovered(0, true));
  EXPECT_TRUE(f.isCovered(0, false));
  EXPECT_TRUE(f.isCovered(1, false));
  EXPECT_TRUE(f.objective->isDone());
}

TEST(IntervalProver, FindsANeedleThatNoSearchRanFor) {
  CompiledTarget f("int f(double x, long long n) {\n"
                   "  if (x * 3 + 1 == 37.75)\n"
                   "    if ((n ^ 0x5a5a5a5a5a) == 0x123456789a)\n"
                   "      return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_TRUE(f.isCovered(0, true));
  EXPECT_TRUE(f.isCovered(1, true));
  EXPECT_LT(f.objective->evaluations(), 1000u);
}

TEST(IntervalProver, ProvesWhatOnlyPartsOfTheInputsShow) {
  CompiledTarget f("int f(double x) {\n"
                   "  if (x >= 0 && x <= 4)\n"
                   "    if ((x - 1) * (x - 2) < -0.3) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_TRUE(f.isProved(2, true));
  EXPECT_GT(f.proof(2, true).boxes, 1u);
}

TEST(IntervalProver, RunsTheInputsOfASmallBox) {
  // What sign gives is not known, but there are few inputs.
  CompiledTarget f("static double sign(double x) {\n"
                   "  long double y = x; return y < 0 ? -1 : 1; }\n"
                   "int f(double x) {\n"
                   "  if (x >= 1)\n"
                   "    if (x <= 0x1.000000000000fp0)\n"
                   "      if (sign(x) < 0) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_TRUE(f.isProved(2, true));
}

TEST(IntervalProver, ConcludesNothingFromCallsThatDoNotReturn) {
  CompiledTarget f("static double sign(double x) {\n"
                   "  long double y = x; return y < 0 ? -1 : 1; }\n"
                   "int f(double x) {\n"
                   "  if (x >= 1)\n"
                   "    if (x <= 0x1.000000000000fp0) {\n"
                   "      if (sign(x) > 0) for (;;) ;\n"
                   "      if (x > 0) return 1;\n"
                   "    }\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_FALSE(f.isProved(3, true));
  EXPECT_FALSE(f.isCovered(3, true));
  EXPECT_TRUE(f.isProved(3, false)) << "of this the code alone tells";
}

TEST(IntervalProver, ConcludesNothingFromRunsOfWhatKeepsState) {
  // A later call takes it.
  CompiledTarget f("static int calls;\n"
                   "int f(unsigned char n) {\n"
                   "  if (n == 7)\n"
                   "    if (++calls > 1000) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_FALSE(f.isProved(1, true));
}

TEST(IntervalProver, ProvesThatAPlaceIsNotReached) {
  CompiledTarget f("#include <assert.h>\n"
                   "int f(double x) {\n"
                   "  if (x > 1)\n"
                   "    if (x < 0)\n"
                   "      return 1;\n"
                   "  if (x < 3)\n"
                   "    assert(x < 4);\n"
                   "  if (x == 2)\n"
                   "    return 2;\n"
                   "  return 0; }\n",
                   {"line:test.c:5", "line:test.c:9", "assert"});
  f.proveMarks();
  for (const unsigned line : {5, 7}) {
    EXPECT_TRUE(f.isProved(f.markAt(line), true)) << line;
    EXPECT_EQ(f.proof(f.markAt(line), true).reason, "no input gets there");
  }
  EXPECT_TRUE(f.isCovered(f.markAt(9), true));
  EXPECT_FALSE(f.isProved(f.markAt(9), true));
  EXPECT_TRUE(f.isProved(f.markAt(9), false)) << "there is no such way";
}

TEST(IntervalProver, SaysOfAPlaceThatNoneOfItsBoxesGetsThere) {
  // All boxes together do.
  CompiledTarget f("int f(double x) {\n"
                   "  if (x >= 0 && x <= 4)\n"
                   "    if ((x - 1) * (x - 2) < -0.3)\n"
                   "      return 1;\n"
                   "  return 0; }\n",
                   {"line:test.c:4"});
  f.proveMarks();
  const uint32_t mark = f.markAt(4);
  ASSERT_TRUE(f.isProved(mark, true));
  EXPECT_GT(f.proof(mark, true).boxes, 1u);
  EXPECT_EQ(f.proof(mark, true).reason, "no input gets there");
}

TEST(IntervalProver, StopsAtTheEffort) {
  const char *text = "int f(double x, double y, double z) {\n"
                     "  if (x * y - y * x + z * z - z * z > 1e-300)\n"
                     "    if (x == y && x * 2 != y * 2) return 1;\n"
                     "  return 0; }\n";
  CompiledTarget little(text), more(text);
  little.prove(30);
  more.prove(30'000);
  EXPECT_LT(little.objective->evaluations(), 10u);
  EXPECT_GT(more.objective->evaluations(), 20u);
  EXPECT_LT(more.objective->evaluations(), 6 * 30'000u) << "per branch";
}

TEST(IntervalProver, GoesOnWhereAnAttemptStopped) {
  const char *text = "int f(double x) {\n"
                     "  if (x >= 0 && x <= 4)\n"
                     "    if ((x - 1) * (x - 2) < -0.2500001) return 1;\n"
                     "  return 0; }\n";
  CompiledTarget atOnce(text), inSteps(text);
  atOnce.prove();
  ASSERT_TRUE(atOnce.isProved(2, true));
  constexpr uint64_t kLittle = 1'000; // for a part of the boxes
  inSteps.prove(kLittle);
  ASSERT_FALSE(inSteps.isProved(2, true));
  for (int i = 0; i < 100 && !inSteps.isProved(2, true); ++i)
    inSteps.prove(kLittle);
  EXPECT_TRUE(inSteps.isProved(2, true));
  // An interrupted box is visited again, the others are not.
  EXPECT_LT(inSteps.proof(2, true).boxes, 2 * atOnce.proof(2, true).boxes);
}

TEST(IntervalProver, LeavesAloneWhatCannotBeLowered) {
  CompiledTarget f("int f(double x) {\n"
                   "  __asm__ volatile(\"\");\n"
                   "  if (x > 1)\n"
                   "    if (x < 0) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_FALSE(f.isProved(1, true));
  EXPECT_EQ(f.objective->evaluations(), 0u);
}

TEST(IntervalProver, TakesEachKindOfNumberInAnObject) {
  // None may make the box look empty, of which anything can be proved.
  CompiledTarget f("enum level { LOW = -1, HIGH = 40 };\n"
                   "struct all { long double wide; __int128 whole; _Bool is;\n"
                   "  enum level level; signed s : 3; unsigned u : 30;\n"
                   "  _Float16 half; float single; signed char c;\n"
                   "  unsigned long long n; double _Complex z; };\n"
                   "int f(double x, const struct all *p, long double *w) {\n"
                   "  double sum = p->wide + p->whole + p->is + p->level\n"
                   "    + p->s + p->u + p->half + p->single + p->c + p->n\n"
                   "    + __real p->z + __imag p->z + *w;\n"
                   "  if (x == 37.75) return sum != 0;\n"
                   "  if (x > 1)\n"
                   "    if (x < 0) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  for (const uint32_t site : {0, 1})
    for (const bool outcome : {false, true})
      EXPECT_TRUE(f.isCovered(site, outcome)) << site << ' ' << outcome;
  EXPECT_TRUE(f.isProved(2, true));
  EXPECT_TRUE(f.isCovered(2, false));
}

// Some caller may do what the plan of inputs does not.
void expectNotProved(const std::string &text, uint32_t site, bool outcome) {
  CompiledTarget f(text);
  f.prove();
  EXPECT_FALSE(f.isProved(site, outcome)) << text;
}

TEST(IntervalProver, ConcludesNothingFromWherePointersPoint) {
  expectNotProved("int f(const double *p) { if (!p) return 1; return 0; }", 0,
                  true);
  expectNotProved("int f(const double *p) { if (!p) return 1; return 0; }", 0,
                  false);
  const char *pair = "int f(double *p, double *q) {\n"
                     "  if (p == q) return 1;\n"
                     "  if (p > q) return 2;\n"
                     "  return 0; }\n";
  for (const uint32_t site : {0, 1})
    for (const bool outcome : {false, true})
      expectNotProved(pair, site, outcome);
  const char *aligned = "int f(const char *p) {\n"
                        "  if (((unsigned long)p & 7) == 3) return 1;\n"
                        "  return 0; }\n";
  expectNotProved(aligned, 0, true);
  expectNotProved(aligned, 0, false);
}

TEST(IntervalProver, KnowsThatPointersMayBeTheSame) {
  const std::string body = "  *p = 1; *q = 2;\n"
                           "  if (*p == 2) return 1;\n"
                           "  return 0; }\n";
  expectNotProved("int f(double *p, double *q) {\n" + body, 0, true);
  expectNotProved("int f(double *p, int *q) {\n"
                  "  *p = 1; q[1] = 2;\n"
                  "  if (*p == 1) return 1;\n"
                  "  return 0; }\n",
                  0, false);
  expectNotProved("static double own; double *kept = &own;\n"
                  "int f(double *p) {\n"
                  "  *p = 1; *kept = 2;\n"
                  "  if (*p == 2) return 1;\n"
                  "  return 0; }\n",
                  0, true);
  CompiledTarget apart("int f(double *restrict p, double *restrict q) {\n" +
                       body);
  apart.prove();
  EXPECT_TRUE(apart.isProved(0, true));
}

TEST(IntervalProver, ConcludesNothingFromHowMuchThereIs) {
  expectNotProved("int f(const double *p, int i) {\n"
                  "  if (p[0] == 0 && i >= -1 && i <= 0 && p[i] == 1)\n"
                  "    return 1;\n"
                  "  return 0; }\n",
                  3, true);
  expectNotProved("int f(const char *s) {\n"
                  "  int n = 0; while (s[n]) ++n;\n"
                  "  if (n > 20) return 1;\n"
                  "  return 0; }\n",
                  1, true);
  expectNotProved("int f(int n, const double p[n]) {\n"
                  "  if (n > 30) return 1;\n"
                  "  return 0; }\n",
                  0, true);
  // What the declaration says goes.
  CompiledTarget declared("int f(const double p[3], unsigned i) {\n"
                          "  if (p[0] == 0 && p[1] == 0 && p[2] == 0 &&\n"
                          "      i < 3 && p[i] == 1) return 1;\n"
                          "  return 0; }\n");
  declared.prove();
  EXPECT_TRUE(declared.isProved(4, true));
}

TEST(IntervalProver, RunsAnyValueOfAnEnum) {
  CompiledTarget f("enum Colour { RED, GREEN };\n"
                   "int f(enum Colour c) {\n"
                   "  if ((int)c == 77) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_FALSE(f.isProved(0, true));
}

} // namespace
} // namespace coverme

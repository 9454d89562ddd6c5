// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Reason.h"

#include "driver/prove/CompiledTarget.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

// Why the only branch of f that is proved is infeasible.
std::string reasonOf(const std::string &text) {
  CompiledTarget f(text);
  f.prove();
  std::vector<std::string> reasons;
  for (uint32_t site = 0; site < f.program.functions[f.entry].siteCount; ++site)
    for (const bool outcome : {false, true})
      if (f.isProved(site, outcome))
        reasons.push_back(f.proof(site, outcome).reason);
  EXPECT_EQ(reasons.size(), 1u) << text;
  return reasons.empty() ? "" : reasons.front();
}

// The same for a condition on a double x and an int n.
std::string reasonFor(const std::string &condition) {
  return reasonOf("int f(double x, int n) {\n  if (" + condition +
                  ") return 1;\n  return 0; }\n");
}

TEST(Reason, SaysWhatIsNeverSo) {
  EXPECT_EQ(reasonFor("x * x < 0"), "x * x is in [0, inf] or NaN, never < 0");
  EXPECT_EQ(reasonFor("(n & 15) > 20"), "n & 15 is in [0, 15], never > 20");
  EXPECT_EQ(reasonFor("(n | 1) == 0"),
            "n | 1 is in [-0x7fffffff, 0x7fffffff], never == 0");
}

TEST(Reason, SaysWhatIsAlwaysSo) {
  EXPECT_EQ(reasonFor("(n & 15) < 20"), "n & 15 is in [0, 15], always < 20");
}

TEST(Reason, SaysWhichInputsGetThere) {
  EXPECT_EQ(reasonOf("int f(double x) {\n"
                     "  if (x > 1)\n"
                     "    if (x < 0) return 1;\n"
                     "  return 0; }\n"),
            "for x in [0x1.0000000000001p+0, inf], x is in "
            "[0x1.0000000000001p+0, inf], never < 0");
  EXPECT_EQ(reasonOf("int f(double x, int n) {\n"
                     "  if (n > 5)\n"
                     "    if (n == 3) return 1;\n"
                     "  return 0; }\n"),
            "for n in [6, 0x7fffffff], n is in [6, 0x7fffffff], never == 3");
}

TEST(Reason, SaysThatNothingGetsThere) {
  CompiledTarget f("int f(double x) {\n"
                   "  if (x * x < 0)\n"
                   "    if (x > 3) return 1;\n"
                   "  return 0; }\n");
  f.prove();
  EXPECT_EQ(f.proof(1, true).reason, "no input gets there");
  EXPECT_EQ(f.proof(1, false).reason, "no input gets there");
}

TEST(Reason, SpeaksOfWordsAndConversions) {
  EXPECT_EQ(reasonOf("#include <string.h>\n"
                     "int f(double x) {\n"
                     "  unsigned long bits; memcpy(&bits, &x, 8);\n"
                     "  int high = (int)(bits >> 32) & 0x7fffffff;\n"
                     "  if (high < 0) return 1;\n"
                     "  return 0; }\n"),
            "(high word of x) & 0x7fffffff is in [0, 0x7fffffff], never < 0");
  EXPECT_EQ(reasonFor("__builtin_fabs(x) < -1"),
            "fabs(x) is in [0, inf] or NaN, never < -1");
  EXPECT_EQ(reasonFor("(double)n > 1e20"),
            "(double)n is in [-0x1p+31, 0x1.fffffffcp+30], never > 1e+20");
}

TEST(Reason, NamesWhatAPointerPointsTo) {
  EXPECT_EQ(reasonOf("int f(unsigned char *p) {\n"
                     "  if (*p > 255) return 1;\n"
                     "  return 0; }\n")
                .find("\n"),
            std::string::npos);
}

TEST(Reason, KeepsLongExpressionsShort) {
  const std::string reason =
      reasonFor("((((n & 7) + 1) * 2 + 3) * 2 + 5) * 2 + 1 < 0");
  EXPECT_EQ(reason.find("the left side is in ["), 0u) << reason;
  EXPECT_NE(reason.find("never < 0"), std::string::npos) << reason;
}

TEST(Reason, PutsMixedSightingsInGeneralTerms) {
  // Two instances of one site, with conditions of their own.
  CompiledTarget f("static int g(int n) { if (n > 99) return 1; return 0; }\n"
                   "int f(int n) { return g(n & 3) + g(n & 7); }\n");
  const uint32_t site = f.program.functions[f.entry == 0 ? 1 : 0].firstSite;
  f.start(true);
  f.prove();
  EXPECT_EQ(f.archive->proofs[branchOf(site, true)].proof().reason,
            "the condition never holds");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Trial.h"

#include "driver/target/Compiled.h"
#include "suite/FindingReview.h"

#include <gtest/gtest.h>

#include <bit>
#include <csignal>

namespace coverme {
namespace {

using namespace test;

// The function f of the text, whose first line is line 1.
class TrialTarget {
public:
  explicit TrialTarget(const std::string &text,
                       DebugInfo debugInfo = DebugInfo::Kept)
      : compiled(text, debugInfo), program(compiled.prepared.program) {
    options.fuel = 10'000;
    trials.emplace(compiled.sharedObject(), program, compiled.entry, options);
  }

  TrialEnd run(const Input &input) const { return trials->run(input, 1); }

  // The lines of the branches taken.
  std::vector<unsigned> linesOf(const TrialEnd &end) const {
    std::vector<unsigned> lines;
    for (const BranchId branch : end.path)
      lines.push_back(program.sites[siteOf(branch)].line);
    return lines;
  }

  PreparedText compiled;
  const Program &program;
  SearchOptions options;
  std::optional<Trials> trials;
};

// Is its one finding there?
bool isAt(const TrialEnd &end, unsigned line, bool isExact) {
  if (end.findings.size() != 1)
    return false;
  const auto place = end.placeOf(end.findings[0]);
  return place && place->line == SourceLine{"test.c", line} &&
         place->isExact == isExact;
}

TEST(Trial, TellsResultOutputsAndPath) {
  const TrialTarget f("static int g(int n) {\n"
                      "  return n > 3 ? 1 : 2; }\n"
                      "int f(int n, int *out) {\n"
                      "  if (n > 100) return g(7);\n"
                      "  *out += 5;\n"
                      "  return g(n); }\n");
  const TrialEnd end = f.run({2, 37});
  EXPECT_TRUE(end.findings.empty());
  EXPECT_TRUE(end.hasReturned);
  EXPECT_EQ(end.result, 2);
  EXPECT_EQ(end.outputs, std::vector<uint64_t>{42});
  EXPECT_EQ(f.linesOf(end), (std::vector<unsigned>{4, 2}));
  EXPECT_EQ(f.linesOf(f.run({101, 0})), (std::vector<unsigned>{4, 2}));
  EXPECT_NE(end.path, f.run({101, 0}).path);
}

TEST(Trial, EachIsAlone) {
  const TrialTarget f("int calls; int f(void) { return ++calls; }\n");
  EXPECT_EQ(f.run({}).result, 1);
  EXPECT_EQ(f.run({}).result, 1);
}

TEST(Trial, FindsTheLineOfACrash) {
  const TrialTarget f("#include <string.h>\n"
                      "#include <stdlib.h>\n"
                      "typedef int (*function)(int);\n"
                      "static function nowhere;\n"
                      "int f(int n, int zero) {\n"
                      "  if (n == 1)\n"
                      "    return *(volatile int *)16;\n"
                      "  if (n == 2)\n"
                      "    return n / zero;\n"
                      "  if (n == 3)\n"
                      "    abort();\n"
                      "  if (n == 4)\n"
                      "    return strlen((char *)16);\n"
                      "  if (n == 5)\n"
                      "    return 1 +\n"
                      "           (*(volatile function *)&nowhere)(3);\n"
                      "  return 0; }\n");
  for (const auto &[n, line] :
       {std::pair{1U, 7U}, {2U, 9U}, {3U, 11U}, {4U, 13U}, {5U, 16U}}) {
    const TrialEnd end = f.run({n, 0});
    ASSERT_EQ(end.findings.size(), 1) << n;
    EXPECT_EQ(end.findings[0].kind, FindingKind::Signal) << n;
    EXPECT_TRUE(isAt(end, line, true)) << n;
  }
  EXPECT_TRUE(f.run({0, 0}).findings.empty());
}

// Where the stack ends is chance; and a loop has no one line.
TEST(Trial, OtherwiseTellsTheLastDecision) {
  const TrialTarget f("static int deep(int n) {\n"
                      "  volatile char page[5000]; page[n & 7] = 1;\n"
                      "  return deep(n + 1) + page[3]; }\n"
                      "int f(int n) {\n"
                      "  if (n == 1)\n"
                      "    return deep(n);\n"
                      "  if (n > 1)\n"
                      "    for (;;);\n"
                      "  return 0; }\n");
  const TrialEnd overflow = f.run({1});
  EXPECT_TRUE(isAt(overflow, 5, false));
  EXPECT_EQ(overflow.findings[0].kind, FindingKind::StackOverflow);
  const TrialEnd loop = f.run({2});
  EXPECT_TRUE(isAt(loop, 7, false));
  EXPECT_EQ(loop.findings[0].kind, FindingKind::EndlessLoop);
}

TEST(Trial, WithoutDebugInformationTellsTheLastDecision) {
  const TrialTarget f("int f(int n) {\n"
                      "  if (n == 1)\n"
                      "    return *(volatile int *)16;\n"
                      "  return 0; }\n",
                      DebugInfo::Dropped);
  EXPECT_TRUE(isAt(f.run({1}), 2, false));
}

TEST(FindingReview, KeepsOneOfAPlaceWithTheSimplestInput) {
  const TrialTarget f("int f(int n, double x) {\n"
                      "  int *p = n > 4 ? 0 : &n;\n"
                      "  if (x > 3)\n"
                      "    n = 9;\n"
                      "  *(volatile int *)p = n;\n"
                      "  if (n < -20)\n"
                      "    __builtin_trap();\n"
                      "  return 0; }\n");
  SearchState state(2, f.program.sites.size());
  // As a search would, with other sites open each time.
  state.addFinding({FindingKind::Signal, SIGSEGV, 0},
                   Input{1000, std::bit_cast<uint64_t>(7.5)});
  state.addFinding({FindingKind::Signal, SIGSEGV, 1},
                   Input{17, std::bit_cast<uint64_t>(2.5)});
  state.addFinding({FindingKind::Signal, SIGSEGV, COVERME_NO_SITE},
                   Input{1000, std::bit_cast<uint64_t>(-7.5)});
  state.addFinding({FindingKind::Signal, SIGILL, 2}, Input{0x80000000, 1});
  const auto reports = reviewFindings(state, f.program, *f.trials);
  ASSERT_EQ(reports.size(), 2);
  EXPECT_EQ(reports[0].place->line.line, 5);
  EXPECT_EQ(reports[0].inputs, (Input{5, 0}));
  EXPECT_EQ(reports[1].place->line.line, 7);
  EXPECT_EQ(reports[1].inputs, (Input{0xffffffeb, 0}));
  EXPECT_TRUE(reports[0].isConfirmed && reports[1].isConfirmed);
}

TEST(FindingReview, SaysWhatACallAloneDoesNotShow) {
  const TrialTarget f("int f(int n) {\n"
                      "  return n > 3; }\n");
  SearchState state(1, f.program.sites.size());
  state.addFinding({FindingKind::Signal, SIGSEGV, 0}, Input{1000});
  const auto reports = reviewFindings(state, f.program, *f.trials);
  ASSERT_EQ(reports.size(), 1);
  EXPECT_FALSE(reports[0].isConfirmed);
  EXPECT_EQ(reports[0].inputs, Input{1000});
  EXPECT_NE(reports[0].detail.find("not when called alone"), std::string::npos);
}

} // namespace
} // namespace coverme

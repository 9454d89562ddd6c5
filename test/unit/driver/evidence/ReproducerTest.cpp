// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Reproducer.h"

#include "driver/frontend/c/Compiled.h"
#include "evidence/FindingReview.h"
#include "frontend/c/Compiler.h"

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
    reproducer.emplace(compiled.sharedObject(), program, compiled.entry,
                       options);
  }

  Reproduction run(const Input &input) const {
    constexpr double kHangSeconds = 20; // none does, however busy the machine
    return reproducer->run(input, kHangSeconds);
  }

  // The lines of the branches taken.
  std::vector<unsigned> linesOf(const Reproduction &end) const {
    std::vector<unsigned> lines;
    for (const BranchId branch : end.path)
      lines.push_back(program.sites[siteOf(branch)].line);
    return lines;
  }

  PreparedText compiled;
  const Program &program;
  SearchOptions options;
  std::optional<Reproducer> reproducer;
};

// Is its one finding there?
bool isAt(const Reproduction &end, unsigned line, bool isExact) {
  if (end.findings.size() != 1)
    return false;
  const auto place = end.placeOf(end.findings[0]);
  return place && place->line == SourceLine{"test.c", line} &&
         place->isExact == isExact;
}

TEST(Reproducer, TellsResultOutputsAndPath) {
  const TrialTarget f("static int g(int n) {\n"
                      "  return n > 3 ? 1 : 2; }\n"
                      "int f(int n, int *out) {\n"
                      "  if (n > 100) return g(7);\n"
                      "  *out += 5;\n"
                      "  return g(n); }\n");
  const Reproduction end = f.run({2, 37});
  EXPECT_TRUE(end.findings.empty());
  EXPECT_EQ(end.end, CallEnd::Returned);
  EXPECT_EQ(end.result, 2);
  EXPECT_EQ(end.outputs, std::vector<uint64_t>{42});
  EXPECT_EQ(f.linesOf(end), (std::vector<unsigned>{4, 2}));
  EXPECT_EQ(f.linesOf(f.run({101, 0})), (std::vector<unsigned>{4, 2}));
  EXPECT_NE(end.path, f.run({101, 0}).path);
}

TEST(Reproducer, EachIsAlone) {
  const TrialTarget f("int calls; int f(void) { return ++calls; }\n");
  EXPECT_EQ(f.run({}).result, 1);
  EXPECT_EQ(f.run({}).result, 1);
}

TEST(Reproducer, FindsTheLineOfACrash) {
  const TrialTarget f("#include <string.h>\n"
                      "#include <assert.h>\n"
                      "typedef int (*function)(int);\n"
                      "static function nowhere;\n"
                      "int f(int n, int zero) {\n"
                      "  if (n == 1)\n"
                      "    return *(volatile int *)16;\n"
                      "  if (n == 2)\n"
                      "    return n / zero;\n"
                      "  if (n == 3)\n"
                      "    assert(n == 4);\n"
                      "  if (n == 4)\n"
                      "    return strlen((char *)16);\n"
                      "  if (n == 5)\n"
                      "    return 1 +\n"
                      "           (*(volatile function *)&nowhere)(3);\n"
                      "  return 0; }\n");
  for (const auto &[n, line] :
       {std::pair{1U, 7U}, {2U, 9U}, {3U, 11U}, {4U, 13U}, {5U, 16U}}) {
    const Reproduction end = f.run({n, 0});
    ASSERT_EQ(end.findings.size(), 1) << n;
    EXPECT_EQ(end.findings[0].kind,
              n == 3 ? FindingKind::Assertion : FindingKind::Signal)
        << n;
    EXPECT_TRUE(isAt(end, line, true)) << n;
  }
  EXPECT_TRUE(f.run({0, 0}).findings.empty());
}

// Where the stack ends is chance; and a loop has no one line.
TEST(Reproducer, OtherwiseTellsTheLastDecision) {
  const TrialTarget f("static int deep(int n) {\n"
                      "  volatile char page[5000]; page[n & 7] = 1;\n"
                      "  return deep(n + 1) + page[3]; }\n"
                      "int f(int n) {\n"
                      "  if (n == 1)\n"
                      "    return deep(n);\n"
                      "  if (n > 1)\n"
                      "    for (;;);\n"
                      "  return 0; }\n");
  const Reproduction overflow = f.run({1});
  EXPECT_TRUE(isAt(overflow, 5, false));
  EXPECT_EQ(overflow.findings[0].kind, FindingKind::StackOverflow);
  const Reproduction loop = f.run({2});
  EXPECT_TRUE(isAt(loop, 7, false));
  EXPECT_EQ(loop.findings[0].kind, FindingKind::EndlessLoop);
}

// It comes when the time is over, wherever the code is by then.
TEST(Reproducer, GivesTheSignalOfATimerNoLineOfItsOwn) {
  const TrialTarget f("#include <signal.h>\n"
                      "#include <sys/time.h>\n"
                      "#include <time.h>\n"
                      "#include <unistd.h>\n"
                      "static void setInterval(void) {\n"
                      "  struct itimerval t = {{0, 0}, {0, 100}};\n"
                      "  setitimer(ITIMER_REAL, &t, 0); }\n"
                      "static void setTimer(void) {\n"
                      "  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL,\n"
                      "                       .sigev_signo = SIGUSR1};\n"
                      "  struct itimerspec t = {{0, 0}, {0, 100000}};\n"
                      "  timer_t timer;\n"
                      "  timer_create(CLOCK_MONOTONIC, &e, &timer);\n"
                      "  timer_settime(timer, 0, &t, 0); }\n"
                      "int f(int n) {\n"
                      "  if (n == 1)\n"
                      "    setInterval();\n"
                      "  else if (n == 2)\n"
                      "    setTimer();\n"
                      "  else if (n == 3)\n"
                      "    raise(SIGALRM);\n"
                      "  else\n"
                      "    return 0;\n"
                      "  for (;;)\n"
                      "    pause(); }\n");
  for (const auto &[n, line] : {std::pair{1U, 16U}, {2U, 18U}}) {
    const Reproduction end = f.run({n});
    ASSERT_TRUE(isAt(end, line, false)) << n;
    EXPECT_EQ(end.findings[0].kind, FindingKind::Signal) << n;
  }
  EXPECT_TRUE(isAt(f.run({3}), 21, true));
}

TEST(Reproducer, WithoutDebugInformationTellsTheLastDecision) {
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
  CallLog calls(2, f.program.sites.size());
  // As a search would, with other sites open each time.
  calls.addFinding({FindingKind::Signal, SIGSEGV, 0},
                   Input{1000, std::bit_cast<uint64_t>(7.5)});
  calls.addFinding({FindingKind::Signal, SIGSEGV, 1},
                   Input{17, std::bit_cast<uint64_t>(2.5)});
  calls.addFinding({FindingKind::Signal, SIGSEGV, COVERME_NO_SITE},
                   Input{1000, std::bit_cast<uint64_t>(-7.5)});
  calls.addFinding({FindingKind::Signal, SIGILL, 2}, Input{0x80000000, 1});
  const auto reports = reviewFindings(calls, f.program, *f.reproducer);
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
  CallLog calls(1, f.program.sites.size());
  calls.addFinding({FindingKind::Signal, SIGSEGV, 0}, Input{1000});
  const auto reports = reviewFindings(calls, f.program, *f.reproducer);
  ASSERT_EQ(reports.size(), 1);
  EXPECT_FALSE(reports[0].isConfirmed);
  EXPECT_EQ(reports[0].inputs, Input{1000});
  EXPECT_NE(reports[0].detail.find("not when called alone"), std::string::npos);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtSolver.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

namespace coverme {
namespace {

using Kind = SmtAnswer::Kind;

// The factors of 268435399 * 268433377, which takes longer than anybody waits.
const char *const kHard = "(set-logic QF_BV)\n"
                          "(declare-const a (_ BitVec 64))\n"
                          "(declare-const b (_ BitVec 64))\n"
                          "(assert (= (bvmul a b) #x00ffff7a8001cee7))\n"
                          "(assert (bvult #x0000000000000001 a))\n"
                          "(assert (bvult a #x0000000010000000))\n"
                          "(assert (bvult #x0000000000000001 b))\n"
                          "(assert (bvult b #x0000000010000000))\n"
                          "(assert (bvult a b))\n"
                          "(check-sat)\n";

TEST(SmtSolver, ReadsValuesOfAllWidths) {
  const SmtAnswer answer =
      parseAnswer("sat\n((|x y.bits| #xfff0000000000001)\n (b #b101))\n");
  EXPECT_EQ(answer.kind, Kind::Sat);
  EXPECT_EQ(answer.values.at("|x y.bits|"), 0xfff0000000000001);
  EXPECT_EQ(answer.values.at("b"), 5);
  EXPECT_EQ(answer.values.size(), 2);
}

TEST(SmtSolver, BelievesNothingButAnAnswer) {
  EXPECT_EQ(parseAnswer("").kind, Kind::Unknown);
  EXPECT_EQ(parseAnswer("unknown\n").kind, Kind::Unknown);
  EXPECT_EQ(parseAnswer("(error \"line 3\")\nunsat\n").kind, Kind::Unknown);
  EXPECT_EQ(parseAnswer("unsat\n(error \"no model\")\n").kind, Kind::Unsat);
  EXPECT_EQ(parseAnswer("unsatisfactory").kind, Kind::Unknown);
}

TEST(SmtSolver, ScriptThatIsWrongProvesNothing) {
  EXPECT_EQ(solve("(assert (and true undeclared))\n(assert false)\n"
                  "(check-sat)\n")
                .kind,
            Kind::Unknown);
}

TEST(SmtSolver, EndsAtItsSeconds) {
  SmtLimits limits;
  limits.seconds = 0.3;
  const SmtAnswer answer = solve(kHard, limits);
  EXPECT_EQ(answer.kind, Kind::Unknown);
  EXPECT_LT(answer.seconds, 5);
}

// Failed before: the run ended with "cannot fork: Cannot allocate memory". Two
// mappings side by side become one that is larger than the memory, of which the
// kernel makes no copy.
TEST(SmtSolver, DoesWithoutWhereThereIsNoMemoryToForkWith) {
  const size_t page = ::sysconf(_SC_PAGESIZE);
  const size_t half = ::sysconf(_SC_PHYS_PAGES) / 10 * 7 * page;
  const auto map = [](char *place, size_t size, int protection, int flags) {
    return static_cast<char *>(::mmap(
        place, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0));
  };
  char *place = map(nullptr, 2 * half, PROT_NONE, MAP_NORESERVE);
  ASSERT_NE(place, MAP_FAILED);
  const bool isHeld =
      map(place, half, PROT_READ | PROT_WRITE, MAP_FIXED) == place &&
      map(place + half, half, PROT_READ | PROT_WRITE, MAP_FIXED) ==
          place + half;
  SmtAnswer answer;
  if (isHeld)
    answer = solve("(assert false)\n(check-sat)\n");
  ::munmap(place, 2 * half);
  if (!isHeld || answer.kind == Kind::Unsat)
    GTEST_SKIP() << "the kernel counts memory in another way here";
  EXPECT_EQ(answer.kind, Kind::Unknown);
  EXPECT_EQ(answer.reason,
            "the solver did not start: cannot fork: Cannot allocate memory");
}

TEST(SmtSolver, EndsAtItsSteps) {
  SmtLimits limits;
  limits.steps = 10'000;
  EXPECT_EQ(solve(kHard, limits).reason, "the solver gave up");
}

TEST(SmtSolver, EndsWhenOutOfMemory) {
  SmtLimits limits;
  limits.megabytes = 64;
  EXPECT_EQ(solve(kHard, limits).kind, Kind::Unknown);
}

TEST(SmtSolver, EndsWhenNobodyWaitsAnyMore) {
  SmtLimits limits;
  int asked = 0;
  limits.goesOn = [&] { return ++asked < 3; };
  EXPECT_EQ(solve(kHard, limits).kind, Kind::Unknown);
  EXPECT_EQ(asked, 3);
}

} // namespace
} // namespace coverme

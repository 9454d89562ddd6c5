// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtSolver.h"

#include <gtest/gtest.h>

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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of C code as questions to a solver.

#include "driver/prove/CompiledTarget.h"
#include "prove/smt/SmtLib.h"
#include "prove/smt/SmtSolver.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;
using Kind = SmtAnswer::Kind;

// Can the place at the line be reached?
Kind canReach(const CompiledTarget &f, unsigned line) {
  EntryCode code(f.compiled.sharedObject(), f.program, f.entry);
  const LoweredEntry *lowered = code.get();
  EXPECT_NE(lowered, nullptr);
  if (lowered == nullptr)
    return Kind::Unknown;
  const BranchId place = f.branch(f.markAt(line), true);
  return solve(encodeBranch(lowered->code, siteOf(place), true).text).kind;
}

TEST(SmtMarks, TellWhetherAPlaceCanBeReached) {
  const CompiledTarget f("#include <assert.h>\n"
                         "int f(int n, int m) {\n"
                         "  if ((n & 1) && 2 * m == n)\n"
                         "    return 1;\n"
                         "  if ((n & 1) && 3 * m == n)\n"
                         "    return 2;\n"
                         "  assert((n ^ m) != (n | m) - (n & m) + 1);\n"
                         "  assert((n ^ m) != 12345);\n"
                         "  return 0; }\n",
                         {"line:test.c:4", "line:test.c:6", "assert"});
  EXPECT_EQ(canReach(f, 4), Kind::Unsat);
  EXPECT_EQ(canReach(f, 6), Kind::Sat);
  EXPECT_EQ(canReach(f, 7), Kind::Unsat);
  EXPECT_EQ(canReach(f, 8), Kind::Sat);
}

} // namespace
} // namespace coverme

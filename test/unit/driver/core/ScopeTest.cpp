// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Scope.h"

#include "driver/core/Programs.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;
using Indices = std::vector<uint32_t>;

// f0 (sites 0, 1) calls f2 on the true side of site 1; f2 (site 3) calls f3
// ahead of its site, and itself; f3 (sites 4, 5) calls nobody; f1 (site 2)
// calls f0.
Program chain() {
  Program program;
  addFunction(program, 2, {{0}, {}});
  addFunction(program, 1, {{2}, {0}});
  addFunction(program, 1, {{3}, {3}});
  addFunction(program, 2, {{4}, {}});
  connect(program, 0, true, {{1}, {}});
  connect(program, 1, true, {{}, {2}});
  connect(program, 3, false, {{}, {2}});
  return program;
}

TEST(Scope, IsTheEntryAloneWithoutCallees) {
  const Scope scope = makeScope(chain(), 0, false);
  EXPECT_EQ(scope.entry, 0u);
  EXPECT_EQ(scope.functions, Indices{0});
  EXPECT_EQ(scope.sites, (Indices{0, 1}));
  EXPECT_EQ(scope.helperFunctions, (Indices{2, 3})) << "which help";
  EXPECT_EQ(scope.helperSites, (Indices{3, 4, 5}));
}

TEST(Scope, HasDirectAndIndirectCalleesButNoCallers) {
  const Scope scope = makeScope(chain(), 0, true);
  EXPECT_EQ(scope.functions, (Indices{0, 2, 3}));
  EXPECT_EQ(scope.sites, (Indices{0, 1, 3, 4, 5}));
  EXPECT_EQ(scope.helperSites, Indices{});
}

TEST(Scope, CountsNoCalleeThatNobodyHasWritten) {
  Program program = chain();
  program.functions[2].flags |= COVERME_FUNCTION_Unwritten;
  const Scope scope = makeScope(program, 0, true);
  EXPECT_EQ(scope.functions, (Indices{0, 3}));
  EXPECT_EQ(scope.helperFunctions, Indices{2});
}

TEST(Scope, IsAscendingWhereverTheEntryStands) {
  const Scope scope = makeScope(chain(), 1, true);
  EXPECT_EQ(scope.entry, 1u);
  EXPECT_EQ(scope.functions, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(scope.sites, (Indices{0, 1, 2, 3, 4, 5}));
}

TEST(Scope, EndsAtRecursion) {
  const Scope scope = makeScope(chain(), 2, true);
  EXPECT_EQ(scope.functions, (Indices{2, 3}));
}

TEST(Scope, KeepsMarksApartFromWhatIsReported) {
  Program program = chain();
  program.sites[1].kind = program.sites[4].kind = SiteKind::Mark;
  program.firstAssumption = 5;
  Scope scope = makeScope(program, 0, true);
  EXPECT_EQ(scope.sites, (Indices{0, 1, 3, 4, 5}));
  EXPECT_EQ(scope.marks, (Indices{1, 4}));
  EXPECT_EQ(scope.decisions, (Indices{0, 3, 5})) << "there is no harness";
  EXPECT_EQ(scope.reportedSites().size(), 3u);
}

TEST(Scope, ReportsNoneOfTheHarness) {
  Program program = chain();
  program.firstAssumption = 4;
  program.modules = {{0, 0}, {3, 4}};
  program.functions[2].caller = 3;
  const Scope scope = makeScope(program, 2, false);
  EXPECT_EQ(scope.sites, (Indices{3, 4, 5}));
  EXPECT_EQ(scope.decisions, Indices{3});
}

TEST(Scope, OfAFunctionWithoutBranchesIsEmpty) {
  Program program;
  addFunction(program, 0, {});
  const Scope scope = makeScope(program, 0, true);
  EXPECT_EQ(scope.functions, Indices{0});
  EXPECT_TRUE(scope.sites.empty());
}

} // namespace
} // namespace coverme

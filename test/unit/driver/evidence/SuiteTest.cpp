// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Suite.h"

#include "driver/core/ObjectFile.h"
#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "support/Random.h"

#include "goals/coverage/CoverageGoal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace coverme {
namespace {

using namespace test;
using Branches = std::vector<BranchId>;
using TestCase = coverme::Test; // in a test, Test is testing's

// Tests that are told apart by their one input: their index.
std::vector<TestCase> testsOf(const std::vector<BranchSet> &covers) {
  std::vector<TestCase> tests;
  for (const BranchSet &branches : covers)
    tests.push_back({{tests.size()}, 0, {}, branches});
  return tests;
}

std::vector<uint64_t> indicesOf(const std::vector<TestCase> &suite) {
  std::vector<uint64_t> indices;
  for (const TestCase &test : suite)
    indices.push_back(test.inputs.at(0));
  return indices;
}

Branches branchesOf(const BranchSet &set) { return {set.begin(), set.end()}; }

std::set<BranchId> coveredBy(const std::vector<TestCase> &tests) {
  std::set<BranchId> branches;
  for (const TestCase &test : tests)
    branches.insert(test.covers.begin(), test.covers.end());
  return branches;
}

using Indices = std::vector<uint64_t>;

TEST(MinimiseSuite, PrefersTheTestWithTheMostNewBranches) {
  EXPECT_EQ(indicesOf(minimiseSuite(testsOf({{1}, {2}, {1, 2, 3}, {3}}))),
            Indices{2});
}

TEST(MinimiseSuite, PrefersTheEarlierOfEquals) {
  EXPECT_EQ(indicesOf(minimiseSuite(testsOf({{1, 2}, {1, 2}, {1, 2}}))),
            Indices{0});
}

TEST(MinimiseSuite, DropsWhatLaterChoicesMadeRedundant) {
  // Greedy takes the four first; the two others then cover all of it.
  EXPECT_EQ(
      indicesOf(minimiseSuite(testsOf({{1, 2, 3, 4}, {1, 2, 5}, {3, 4, 6}}))),
      (Indices{1, 2}));
}

TEST(MinimiseSuite, DropsTestsThatCoverNothing) {
  EXPECT_EQ(indicesOf(minimiseSuite(testsOf({{}, {1}, {}}))), Indices{1});
  EXPECT_TRUE(minimiseSuite(testsOf({{}, {}})).empty());
  EXPECT_TRUE(minimiseSuite({}).empty());
}

TEST(MinimiseSuite, KeepsAllOfATest) {
  std::vector<TestCase> candidates{{{7, 8}, 9, {10}, {1, 2}}};
  const std::vector<TestCase> suite = minimiseSuite(candidates);
  ASSERT_EQ(suite.size(), 1u);
  EXPECT_EQ(suite[0].inputs, (Input{7, 8}));
  EXPECT_EQ(suite[0].result, 9u);
  EXPECT_EQ(suite[0].outputs, std::vector<uint64_t>{10});
  EXPECT_EQ(branchesOf(suite[0].covers), (Branches{1, 2}));
}

std::vector<TestCase> randomTests(Random &random) {
  std::vector<BranchSet> covers(random.below(20));
  for (BranchSet &branches : covers)
    for (BranchId branch = 0; branch < 30; ++branch)
      if (random.below(6) == 0)
        branches.insert(branch);
  return testsOf(covers);
}

TEST(MinimiseSuite, CoversTheSameWithoutARedundantTest) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const std::vector<TestCase> candidates = randomTests(random);
    const std::vector<TestCase> suite = minimiseSuite(candidates);
    EXPECT_EQ(coveredBy(suite), coveredBy(candidates));
    for (size_t i = 0; i < suite.size(); ++i) {
      std::vector<TestCase> without = suite;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(coveredBy(without), coveredBy(candidates));
    }
    const Indices indices = indicesOf(suite);
    EXPECT_TRUE(std::is_sorted(indices.begin(), indices.end()));
    EXPECT_EQ(indices, indicesOf(minimiseSuite(candidates)));
  }
}

// As the comment in Suite.h says it, without a thought for time.
Indices plainGreedy(const std::vector<TestCase> &candidates) {
  std::vector<size_t> chosen;
  for (std::set<BranchId> covered;;) {
    size_t best = 0, bestGain = 0;
    for (size_t i = 0; i < candidates.size(); ++i) {
      size_t gain = 0;
      for (const BranchId branch : candidates[i].covers)
        gain += !covered.contains(branch);
      if (gain > bestGain) {
        best = i;
        bestGain = gain;
      }
    }
    if (bestGain == 0)
      break;
    chosen.push_back(best);
    covered.merge(coveredBy({candidates[best]}));
  }
  std::sort(chosen.begin(), chosen.end());
  for (size_t i = 0; i < chosen.size();) {
    std::set<BranchId> others;
    for (const size_t other : chosen)
      if (other != chosen[i])
        others.merge(coveredBy({candidates[other]}));
    if (std::ranges::includes(others, coveredBy({candidates[chosen[i]]})))
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return {chosen.begin(), chosen.end()};
}

TEST(MinimiseSuite, ChoosesAsAPlainGreedyCover) {
  Random random(2);
  for (int round = 0; round < 500; ++round) {
    const std::vector<TestCase> candidates = randomTests(random);
    EXPECT_EQ(indicesOf(minimiseSuite(candidates)), plainGreedy(candidates));
  }
}

TEST(MinimiseSuite, PrefersTestsThatReturn) {
  const BranchId a = branchOf(0, false), b = branchOf(0, true),
                 c = branchOf(1, true);
  std::vector<TestCase> tests = testsOf({{a, b, c}, {a}, {b}});
  tests[0].ending = {COVERME_EXITED, 3};
  const std::vector<TestCase> suite = minimiseSuite(tests);
  ASSERT_EQ(suite.size(), 3u);
  EXPECT_TRUE(suite[0].ending.returns());
  EXPECT_TRUE(suite[1].ending.returns());
  EXPECT_EQ(textOf(suite[2].ending), "exits 3");
  EXPECT_EQ(minimiseSuite({tests[0], tests[1], tests[2], tests[0]}).size(), 3u);
}

// As a chain of n ifs has them: one test through all of it, and one that leaves
// at each.
TEST(MinimiseSuite, CopesWithAChainOfThousandsOfBranches) {
  constexpr uint32_t kSites = 3000;
  std::vector<BranchSet> covers(kSites + 1);
  for (uint32_t test = 0; test <= kSites; ++test) {
    for (uint32_t site = 0; site < test; ++site)
      covers[test].insert(branchOf(site, false));
    if (test < kSites)
      covers[test].insert(branchOf(test, true));
  }
  EXPECT_EQ(minimiseSuite(testsOf(covers)).size(), kSites + 1);
}

// --- confirmation, with an object compiled here
// -------------------------------

// int f(double x, long *p): two sites, `x > 5` and, then, `x == 7`; it writes
// p. For x == 100 it exits, for 200 it loops, for 300 it crashes, and for 400
// it kills its process.
constexpr const char *kSubject = R"(
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
STATES(2)
static int calls;
static void f(const uint64_t *in, uint64_t *out) {
  double x = number(in[0]);
  if (BRANCH(0, COVERME_REL_GREATER, x, 5))
    BRANCH(1, COVERME_REL_EQUAL, x, 7);
  if (x == 100)
    exit(3);
  while (x == 200)
    if (--__coverme_fuel == 0)
      __coverme_out_of_fuel();
  if (x == 300)
    abort();
  if (x == 400)
    kill(getpid(), SIGKILL);
  out[0] = ++calls;
  out[1] = in[1] + 1;
}
TRAMPOLINES = {f};
)";

class ConfirmWitnesses : public testing::Test {
protected:
  ConfirmWitnesses() {
    addFunction(program, 2, {{0}, {}});
    connect(program, 0, true, {{1}, {}});
    Function &function = program.functions[0];
    const InputVariable pointee = input("*p", "long", signedInteger(64));
    function.plan.inputs = {input("x", "double", floating()), pointee};
    function.plan.outputs = {{pointee, 0, 0, 8}};
    function.result = signedInteger(32);
    options.fuel = 1000;
  }

  std::vector<TestCase> confirm(const std::vector<double> &witnesses) {
    return call(confirmWitnesses, witnesses);
  }
  std::vector<TestCase> tryAll(const std::vector<double> &witnesses) {
    return call(tryInputs, witnesses);
  }

  std::vector<TestCase> call(decltype(confirmWitnesses) &how,
                             const std::vector<double> &witnesses) {
    const CoverageGoal goal(program, makeScope(program, 0, false));
    std::vector<Input> inputs;
    for (const double x : witnesses)
      inputs.push_back({bitsOf(x), 40});
    return how(object, goal, options, inputs);
  }

  TemporaryFolder folder;
  std::filesystem::path object =
      compileObject(folder, handInstrumented(kSubject));
  Program program;
  SearchOptions options;
};

TEST_F(ConfirmWitnesses, TellsWhatEachCoversAndReturns) {
  const std::vector<TestCase> tests = confirm({1.0, 6.0, 7.0});
  ASSERT_EQ(tests.size(), 3u);
  EXPECT_EQ(tests[0].inputs, (Input{bitsOf(1.0), 40}));
  EXPECT_EQ(branchesOf(tests[0].covers), (Branches{branchOf(0, false)}));
  EXPECT_EQ(branchesOf(tests[1].covers),
            (Branches{branchOf(0, true), branchOf(1, false)}));
  EXPECT_EQ(branchesOf(tests[2].covers),
            (Branches{branchOf(0, true), branchOf(1, true)}));
  for (const TestCase &test : tests)
    EXPECT_EQ(test.outputs, std::vector<uint64_t>{41});
}

TEST_F(ConfirmWitnesses, GivesCodeWithStateAProcessForEach) {
  program.functions[0].flags = COVERME_FUNCTION_WritesGlobal;
  for (const TestCase &test : confirm({1.0, 6.0, 7.0}))
    EXPECT_EQ(test.result, 1u) << "the first call of its process";
}

TEST_F(ConfirmWitnesses, KeepsThoseThatEndAndDropsThoseThatDoNot) {
  for (const uint32_t flags : {0u, uint32_t{COVERME_FUNCTION_WritesGlobal}}) {
    program.functions[0].flags = flags;
    const std::vector<TestCase> tests =
        confirm({400.0, 100.0, 1.0, 200.0, 300.0, 400.0, 7.0, 400.0});
    std::string endings;
    for (const TestCase &test : tests)
      endings +=
          fmt::format("{} {}; ", doubleOf(test.inputs[0]), textOf(test.ending));
    EXPECT_EQ(endings, "400 SIGKILL; 1 ; 300 SIGABRT; 400 SIGKILL; 7 ; "
                       "400 SIGKILL; ");
  }
}

TEST_F(ConfirmWitnesses, TriesInputsInOneProcessUntilItDies) {
  for (const uint32_t flags : {0u, uint32_t{COVERME_FUNCTION_WritesGlobal}}) {
    program.functions[0].flags = flags;
    EXPECT_EQ(confirm({1.0, 100.0, 6.0, 100.0, 7.0}).size(), 3u);
    EXPECT_EQ(tryAll({1.0, 6.0, 100.0, 7.0}).size(), 2u);
  }
}

TEST_F(ConfirmWitnesses, OfNothingIsNothing) {
  EXPECT_TRUE(confirm({}).empty());
}

} // namespace
} // namespace coverme

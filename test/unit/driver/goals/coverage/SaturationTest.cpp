// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/coverage/Saturation.h"

#include "driver/core/Programs.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <set>

namespace coverme {
namespace {

using namespace test;

constexpr uint8_t kBothOpen =
    COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;

struct Subject {
  explicit Subject(Program made, bool withCallees = false)
      : program(std::move(made)), scope(makeScope(program, 0, withCallees)),
        states(program.sites.size(), 0xff),
        saturation(program, scope, true, states.data()) {}

  bool isSaturated(uint32_t site, bool outcome) const {
    return saturation.isSaturated(branchOf(site, outcome));
  }

  Program program;
  Scope scope;
  std::vector<uint8_t> states;
  Saturation saturation;
};

TEST(Saturation, OfALeafBranchIsItsClosing) {
  Program program;
  addFunction(program, 1, {{0}, {}});
  Subject subject(std::move(program));
  EXPECT_EQ(subject.states[0], kBothOpen);
  subject.saturation.close(branchOf(0, true), true);
  EXPECT_TRUE(subject.isSaturated(0, true));
  EXPECT_FALSE(subject.isSaturated(0, false));
  EXPECT_EQ(subject.states[0], COVERME_STATE_FALSE_OPEN);
  EXPECT_FALSE(subject.saturation.allClosed());
  subject.saturation.close(branchOf(0, false), true);
  EXPECT_EQ(subject.states[0], 0);
  EXPECT_TRUE(subject.saturation.allClosed());
}

TEST(Saturation, OfANestedIfWaitsForTheInnerOne) {
  Program program; // if (0) { if (1) }
  addFunction(program, 2, {{0}, {}});
  connect(program, 0, true, {{1}, {}});
  Subject subject(std::move(program));
  subject.saturation.close(branchOf(0, true), true);
  subject.saturation.close(branchOf(1, true), true);
  EXPECT_FALSE(subject.isSaturated(0, true));
  subject.saturation.close(branchOf(1, false), true);
  EXPECT_TRUE(subject.isSaturated(0, true)) << "covered, and nothing below";
  EXPECT_FALSE(subject.isSaturated(0, false));
}

TEST(Saturation, WithoutDescendantsIsTheClosing) {
  Program program; // if (0) { if (1) }
  addFunction(program, 2, {{0}, {}});
  connect(program, 0, true, {{1}, {}});
  const Scope scope = makeScope(program, 0, false);
  std::vector<uint8_t> states(2, 0xff);
  Saturation saturation(program, scope, false, states.data());
  EXPECT_EQ(states[0], kBothOpen);
  saturation.close(branchOf(0, true), true);
  EXPECT_TRUE(saturation.isSaturated(branchOf(0, true)));
  EXPECT_EQ(states[0], COVERME_STATE_FALSE_OPEN);
  saturation.close(branchOf(0, false), true);
  EXPECT_EQ(states[0], 0);
  EXPECT_FALSE(saturation.allClosed()) << "site 1 is open";
}

TEST(Saturation, OfAnUncoveredBranchIsNotImpliedByItsDescendants) {
  Program program; // if (0) ; if (1)
  addFunction(program, 2, {{0}, {}});
  for (const bool outcome : {false, true})
    connect(program, 0, outcome, {{1}, {}});
  Subject subject(std::move(program));
  for (const bool outcome : {false, true})
    subject.saturation.close(branchOf(1, outcome), true);
  EXPECT_FALSE(subject.isSaturated(0, true));
  subject.saturation.close(branchOf(0, true), true);
  EXPECT_TRUE(subject.isSaturated(0, true));
}

TEST(Saturation, OfALoopComesAtOnce) {
  Program program; // while (0) { if (1) }, then if (2)
  addFunction(program, 3, {{0}, {}});
  connect(program, 0, true, {{1}, {}});
  connect(program, 0, false, {{2}, {}});
  for (const bool outcome : {false, true})
    connect(program, 1, outcome, {{0}, {}});
  Subject subject(std::move(program));
  for (const BranchId branch :
       {branchOf(0, true), branchOf(1, true), branchOf(1, false),
        branchOf(0, false), branchOf(2, true)})
    subject.saturation.close(branch, true);
  EXPECT_FALSE(subject.isSaturated(1, true)) << "the loop's end leads to 2";
  EXPECT_EQ(subject.states[1], kBothOpen);
  subject.saturation.close(branchOf(2, false), true);
  EXPECT_TRUE(subject.saturation.allClosed());
  EXPECT_EQ(subject.states, (std::vector<uint8_t>{0, 0, 0}));
}

TEST(Saturation, FollowsCallsIntoTheScope) {
  for (const bool withCallees : {false, true}) {
    Program program; // if (0) f1(); where f1 calls f2 { if (1) }
    addFunction(program, 1, {{0}, {}});
    addFunction(program, 0, {{}, {2}});
    addFunction(program, 1, {{1}, {}});
    connect(program, 0, true, {{}, {1}});
    Subject subject(std::move(program), withCallees);
    EXPECT_EQ(subject.states[1], withCallees ? kBothOpen : 0);
    subject.saturation.close(branchOf(0, true), true);
    EXPECT_EQ(subject.isSaturated(0, true), !withCallees);
  }
}

TEST(Saturation, ClosingTwiceCountsOnce) {
  Program program;
  addFunction(program, 2, {{0}, {}});
  connect(program, 0, true, {{1}, {}});
  connect(program, 1, true, {{0}, {}}); // one component of two branches
  Subject subject(std::move(program));
  for (int i = 0; i < 5; ++i)
    subject.saturation.close(branchOf(0, true), true);
  EXPECT_FALSE(subject.isSaturated(0, true));
  EXPECT_FALSE(subject.isSaturated(1, true));
}

TEST(Saturation, OfNothingIsComplete) {
  Program program;
  addFunction(program, 0, {});
  EXPECT_TRUE(Subject(std::move(program)).saturation.allClosed());
}

// --- against Def. 3.2 word by word, on random graphs ------------------------

class Reference {
public:
  Reference(const Program &program, const Scope &scope)
      : program(program),
        functions(scope.functions.begin(), scope.functions.end()) {}

  void close(BranchId branch) { closed.insert(branch); }

  // Closed, as all branches that are reachable from it.
  bool isSaturated(BranchId branch) const {
    std::set<BranchId> seen{branch};
    std::vector<BranchId> work{branch};
    while (!work.empty()) {
      const BranchId at = work.back();
      work.pop_back();
      if (!closed.contains(at))
        return false;
      std::set<uint32_t> next;
      addSites(program.sites[siteOf(at)].next[outcomeOf(at)], next, 0);
      for (const uint32_t site : next)
        for (const bool outcome : {false, true})
          if (seen.insert(branchOf(site, outcome)).second)
            work.push_back(branchOf(site, outcome));
    }
    return true;
  }

private:
  void addSites(const Successors &from, std::set<uint32_t> &sites,
                size_t depth) const {
    sites.insert(from.sites.begin(), from.sites.end());
    if (depth <= program.functions.size())
      for (const uint32_t callee : from.functions)
        if (functions.contains(callee))
          addSites(program.functions[callee].entry, sites, depth + 1);
  }

  const Program &program;
  std::set<uint32_t> functions;
  std::set<BranchId> closed;
};

constexpr uint32_t kFunctions = 3, kSitesEach = 10;

// Up to `most` sites of the function, and now and then a call.
Successors randomSuccessors(uint32_t function, uint64_t most, Random &random) {
  Successors next;
  for (uint64_t count = random.below(most + 1); count > 0; --count)
    next.sites.push_back(static_cast<uint32_t>(uint64_t{function} * kSitesEach +
                                               random.below(kSitesEach)));
  if (random.below(4) == 0)
    next.functions.push_back(static_cast<uint32_t>(random.below(kFunctions)));
  return next;
}

Program randomProgram(Random &random) {
  Program program;
  for (uint32_t function = 0; function < kFunctions; ++function)
    addFunction(program, kSitesEach, randomSuccessors(function, 2, random));
  // Sparse and dense graphs: many components, and few.
  const uint64_t most = 1 + random.below(3);
  for (uint32_t site = 0; site < kFunctions * kSitesEach; ++site)
    for (const bool outcome : {false, true})
      connect(program, site, outcome,
              randomSuccessors(site / kSitesEach, most, random));
  return program;
}

std::vector<BranchId> shuffledBranches(const Scope &scope, Random &random) {
  std::vector<BranchId> branches;
  for (const uint32_t site : scope.sites)
    for (const bool outcome : {false, true})
      branches.insert(branches.begin() + static_cast<std::ptrdiff_t>(
                                             random.below(branches.size() + 1)),
                      branchOf(site, outcome));
  return branches;
}

void expectAgreement(const Subject &subject, const Reference &reference) {
  bool all = true;
  for (const uint32_t site : subject.scope.sites) {
    uint8_t state = 0;
    for (const bool outcome : {false, true}) {
      const BranchId branch = branchOf(site, outcome);
      const bool saturated = reference.isSaturated(branch);
      ASSERT_EQ(subject.saturation.isSaturated(branch), saturated);
      if (!saturated)
        state |= outcome ? COVERME_STATE_TRUE_OPEN : COVERME_STATE_FALSE_OPEN;
      all &= saturated;
    }
    ASSERT_EQ(subject.states[site], state);
  }
  ASSERT_EQ(subject.saturation.allClosed(), all);
}

TEST(Saturation, AgreesWithItsDefinitionOnRandomGraphs) {
  Random random(2017);
  for (int round = 0; round < 60; ++round) {
    Subject subject(randomProgram(random), round % 2 == 0);
    Reference reference(subject.program, subject.scope);
    for (const BranchId branch : shuffledBranches(subject.scope, random)) {
      subject.saturation.close(branch, true);
      reference.close(branch);
      ASSERT_NO_FATAL_FAILURE(expectAgreement(subject, reference))
          << "round " << round;
    }
    EXPECT_TRUE(subject.saturation.allClosed());
  }
}

TEST(Saturation, HelpersAreOpenWhenCalledAndNobodyWaitsForThem) {
  Program program; // if (0) f1();  f1: if (1) {}
  addFunction(program, 1, {{0}, {}});
  addFunction(program, 1, {{1}, {}});
  connect(program, 0, true, {{}, {1}});
  Subject subject(std::move(program));
  EXPECT_EQ(subject.states, (std::vector<uint8_t>{kBothOpen, 0}));
  subject.saturation.close(branchOf(1, false), true);
  subject.saturation.help();
  EXPECT_EQ(subject.states[1], COVERME_STATE_TRUE_OPEN);
  subject.saturation.close(branchOf(0, true), true);
  subject.saturation.close(branchOf(0, false), true);
  EXPECT_TRUE(subject.saturation.allClosed());
  subject.saturation.close(branchOf(1, true), true);
  EXPECT_EQ(subject.states[1], 0);
}

TEST(Saturation, ZeroesTheStatesOutsideOfTheScope) {
  Random random(7);
  const Subject subject(randomProgram(random));
  for (uint32_t site = kSitesEach; site < kFunctions * kSitesEach; ++site)
    EXPECT_EQ(subject.states[site], 0);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/SiteGraph.h"

#include "driver/core/Programs.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;
using Sites = std::vector<uint32_t>;
using Levels = std::vector<uint8_t>;

constexpr uint8_t kNone = ApproachLevels::kUnreachable;

Levels levelsTo(const SiteGraph &graph, uint32_t target, bool approach) {
  ApproachLevels levels(graph);
  levels.aimAt(target, approach);
  Levels all;
  for (uint32_t site = 0; site < graph.siteCount(); ++site)
    all.push_back(levels[site]);
  return all;
}

// f0: if (0) { if (1) f1(); } if (2) ..., f1: if (3), f2 (unused): if (4)
struct Subject {
  explicit Subject(bool withCallees) {
    addFunction(program, 3, {{0}, {}});
    addFunction(program, 1, {{3}, {}});
    addFunction(program, 1, {{4}, {}});
    connect(program, 0, false, {{2}, {}});
    connect(program, 0, true, {{1}, {}});
    connect(program, 1, false, {{2}, {}});
    connect(program, 1, true, {{2}, {1}});
    scope = makeScope(program, 0, withCallees);
  }
  SiteGraph graph() const { return SiteGraph(program, scope); }

  Program program;
  Scope scope;
};

TEST(SiteGraph, HasTheSitesThatABranchLeadsTo) {
  const SiteGraph graph = Subject(false).graph();
  EXPECT_EQ(graph.next(branchOf(0, false)), Sites{2});
  EXPECT_EQ(graph.next(branchOf(0, true)), Sites{1});
  EXPECT_EQ(graph.next(branchOf(2, true)), Sites{});
}

TEST(SiteGraph, FollowsCallsAlsoIntoWhatOnlyHelps) {
  for (const bool withCallees : {false, true})
    EXPECT_EQ(Subject(withCallees).graph().next(branchOf(1, true)),
              (Sites{2, 3}));
}

TEST(SiteGraph, EndsAtRecursion) {
  Program program;
  addFunction(program, 1, {{0}, {0}});
  connect(program, 0, true, {{}, {0}});
  const SiteGraph graph(program, makeScope(program, 0, true));
  EXPECT_EQ(graph.next(branchOf(0, true)), Sites{0});
}

TEST(ApproachLevels, CountTheDecisionsOnTheShortestWay) {
  const SiteGraph graph = Subject(true).graph();
  EXPECT_EQ(levelsTo(graph, 2, true), (Levels{1, 1, 0, kNone, kNone}));
  EXPECT_EQ(levelsTo(graph, 3, true), (Levels{2, 1, kNone, 0, kNone}));
  EXPECT_EQ(levelsTo(graph, 0, true), (Levels{0, kNone, kNone, kNone, kNone}));
}

TEST(ApproachLevels, WithoutApproachAreTheTargetsAlone) {
  EXPECT_EQ(levelsTo(Subject(true).graph(), 2, false),
            (Levels{kNone, kNone, 0, kNone, kNone}));
}

TEST(ApproachLevels, ForgetTheFormerTarget) {
  const SiteGraph graph = Subject(true).graph();
  ApproachLevels levels(graph);
  levels.aimAt(3, true);
  levels.aimAt(0, true);
  for (uint32_t site = 1; site < graph.siteCount(); ++site)
    EXPECT_EQ(levels[site], kNone);
  EXPECT_EQ(levels.sites().size(), 1u);
}

TEST(ApproachLevels, KnowTheOutcomesThatLeadOn) {
  const SiteGraph graph = Subject(true).graph();
  ApproachLevels levels(graph);
  levels.aimAt(3, true); // site 0 is at level 2, 1 at level 1
  EXPECT_TRUE(levels.leadsOn(0, true));
  EXPECT_FALSE(levels.leadsOn(0, false));
  EXPECT_TRUE(levels.leadsOn(1, true));
  EXPECT_FALSE(levels.leadsOn(1, false));
  EXPECT_FALSE(levels.leadsOn(3, true)) << "the target itself";
  levels.aimAt(2, true); // both outcomes of site 1 lead to it
  EXPECT_TRUE(levels.leadsOn(1, true));
  EXPECT_TRUE(levels.leadsOn(1, false));
  EXPECT_TRUE(levels.leadsOn(0, false));
  EXPECT_FALSE(levels.leadsOn(0, true)) << "site 1 is no nearer than site 0";
}

TEST(ApproachLevels, GoAroundALoop) {
  Program program; // while (0) { if (1) }
  addFunction(program, 2, {{0}, {}});
  connect(program, 0, true, {{1}, {}});
  for (const bool outcome : {false, true})
    connect(program, 1, outcome, {{0}, {}});
  const SiteGraph graph(program, makeScope(program, 0, false));
  EXPECT_EQ(levelsTo(graph, 1, true), (Levels{1, 0}));
  EXPECT_EQ(levelsTo(graph, 0, true), (Levels{0, 1}));
}

TEST(ApproachLevels, EndAtTheLargest) {
  Program program; // one inside of the other, forty deep
  addFunction(program, 40, {{0}, {}});
  for (uint32_t site = 0; site < 39; ++site)
    connect(program, site, true, {{site + 1}, {}});
  const SiteGraph graph(program, makeScope(program, 0, false));
  const Levels levels = levelsTo(graph, 39, true);
  for (uint32_t site = 0; site < 40; ++site) {
    const uint32_t level = 39 - site;
    EXPECT_EQ(levels[site], level <= ApproachLevels::kMaxLevel ? level : kNone);
  }
}

} // namespace
} // namespace coverme

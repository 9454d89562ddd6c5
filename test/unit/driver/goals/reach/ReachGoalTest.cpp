// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/reach/ReachGoal.h"

#include "driver/core/Programs.h"
#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

// A decision (site 0) and four marks: two of a function, two assertions.
struct Reach : testing::Test {
  Reach() {
    addFunction(program, 5, {{0}, {}});
    const char *places[] = {"call:g", "call:g", "assert", "assert"};
    for (uint32_t i = 0; i < 4; ++i) {
      Site &site = program.sites[1 + i];
      site.kind = SiteKind::Mark;
      site.place = places[i];
    }
    goal.emplace(program, makeScope(program, 0, false));
    probes = goal->probe(states, false);
  }
  static TargetId mark(uint32_t site) { return branchOf(site, true); }

  Program program;
  uint8_t states[5] = {};
  std::optional<ReachGoal> goal;
  std::unique_ptr<Probes> probes;
};

TEST_F(Reach, AsksForMarksAndLooksAtBranchesOnTheWay) {
  EXPECT_EQ(goal->asked(), (std::vector{mark(1), mark(2), mark(3), mark(4)}));
  EXPECT_EQ(goal->targets(), (std::vector{branchOf(0, false), branchOf(0, true),
                                          mark(1), mark(2), mark(3), mark(4)}));
  EXPECT_EQ(goal->places(), (std::vector<std::vector<TargetId>>{
                                {mark(1), mark(2)}, {mark(3)}, {mark(4)}}));
  EXPECT_EQ(goal->query(mark(3)), (Query{3, true}));
}

TEST_F(Reach, OneOfSeveralMarksIsEnough) {
  probes->close(mark(2), true);
  EXPECT_EQ(states[1], 0) << "spared";
  EXPECT_NE(states[3], 0);
  probes->close(mark(3), true);
  EXPECT_FALSE(probes->allClosed()) << "each assertion stands for itself";
  probes->close(mark(4), false);
  EXPECT_TRUE(probes->allClosed()) << "whatever the branches are";
  EXPECT_NE(states[0], 0);
}

TEST_F(Reach, AllMarksHaveToBeClosedWhereNoneIsReached) {
  probes->close(mark(3), true);
  probes->close(mark(4), true);
  probes->close(mark(1), false);
  EXPECT_FALSE(probes->allClosed());
  probes->close(mark(1), false);
  EXPECT_FALSE(probes->allClosed()) << "the same again";
  probes->close(mark(2), false);
  EXPECT_TRUE(probes->allClosed());
}

TEST_F(Reach, TellsWhichPlaceIsNotThere) {
  requirePlaces(program, {"assert", "call:g"});
  expectError([&] { requirePlaces(program, {"call:h"}); }, ExitCode::BadInput,
              {"call:h", "nothing calls"});
  expectError([&] { requirePlaces(program, {"line:a.c:3"}); },
              ExitCode::BadInput, {"a.c:3", "no code"});
}

} // namespace
} // namespace coverme

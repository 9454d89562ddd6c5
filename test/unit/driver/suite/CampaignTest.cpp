// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Campaign.h"

#include "driver/search/Programs.h"
#include "driver/search/SyntheticProblem.h"
#include "driver/target/ObjectFile.h"

#include <gtest/gtest.h>

#include <csignal>

namespace coverme {
namespace {

using namespace test;

// f(double x) with the sites `x > 5` and, then, `x == 7`. What it does at its
// end is the test's.
class CampaignOn : public testing::Test {
protected:
  CampaignEnd run(const std::string &atEnd) {
    const auto object = compileObject(folder, handInstrumented(R"(
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
STATES(2)
static void f(const uint64_t *in, uint64_t *out) {
  double x = number(in[0]);
  if (BRANCH(0, COVERME_REL_GREATER, x, 5))
    BRANCH(1, COVERME_REL_EQUAL, x, 7);
)" + atEnd + "}\nTRAMPOLINES = {f};\n"));
    addFunction(program, 2, {{0}, {}});
    connect(program, 0, true, {{1}, {}});
    program.functions[0].parameters = {
        {"x", "double", floating(), false, false}};
    return runCampaign(object, program, makeScope(program, 0, false), options,
                       state, {});
  }

  bool areAllCovered() const {
    for (const BranchRecord &record : state.branches)
      if (record.witness == 0)
        return false;
    return true;
  }

  TemporaryFolder folder;
  Program program;
  SearchOptions options;
  SearchState state{1, 2};
};

TEST_F(CampaignOn, HarmlessCodeCoversIt) {
  const CampaignEnd end = run("");
  EXPECT_TRUE(areAllCovered());
  EXPECT_EQ(state.count().findings, 0u);
  EXPECT_FALSE(end.cutByTimeout || end.cutByRestarts);
  EXPECT_GT(end.seconds, 0);
}

TEST_F(CampaignOn, CodeThatKillsItsProcessGoesOnWithoutThatInput) {
  run("if (x == 1) kill(getpid(), SIGKILL);");
  EXPECT_TRUE(areAllCovered());
  ASSERT_EQ(state.count().findings, 1u);
  EXPECT_EQ(state.findings[0].kind, FindingKind::Signal);
  EXPECT_EQ(state.findings[0].code, SIGKILL);
  EXPECT_EQ(state.findingInput(0)[0], bitsOf(1.0));
  EXPECT_EQ(state.count().deadly, 1u) << "one worker";
}

TEST_F(CampaignOn, CodeThatAlwaysKillsItsProcessIsCut) {
  const CampaignEnd end = run("kill(getpid(), SIGKILL);");
  EXPECT_TRUE(end.cutByRestarts);
  EXPECT_EQ(state.count().findings, 2u) << "one for each site it was last at";
  EXPECT_EQ(state.count().deadly, SearchState::kMaxDeadly);
}

TEST_F(CampaignOn, CodeThatCrashesOrExitsKeepsItsWorker) {
  run("if (x == 1) abort(); if (x == 2) exit(3);");
  EXPECT_TRUE(areAllCovered());
  ASSERT_EQ(state.count().findings, 2u);
  for (size_t i = 0; i < 2; ++i) {
    const Finding &finding = state.findings[i];
    const bool isCrash = state.findingInput(i)[0] == bitsOf(1.0);
    EXPECT_EQ(finding.kind, isCrash ? FindingKind::Signal : FindingKind::Exit);
    EXPECT_EQ(finding.code, isCrash ? SIGABRT : 3);
  }
  EXPECT_EQ(state.count().deadly, 0u);
}

TEST_F(CampaignOn, SlowCodeIsCutByTheTimeout) {
  options.timeoutSeconds = 0.3;
  const CampaignEnd end = run("usleep(10000);"); // thirty calls, no 7 in them
  EXPECT_TRUE(end.cutByTimeout);
  EXPECT_GE(end.seconds, 0.3);
  EXPECT_LT(end.seconds, 5);
}

} // namespace
} // namespace coverme

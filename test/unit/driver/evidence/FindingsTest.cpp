// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Findings.h"

#include "support/Files.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>

namespace coverme {
namespace {

FindingReport described(FindingKind kind) {
  return describeFinding({kind, SIGSEGV, 0}, {}, {});
}

std::vector<std::string> sortedKinds(std::vector<FindingReport> findings) {
  sortFindings(findings);
  std::vector<std::string> kinds;
  for (const FindingReport &finding : findings)
    kinds.push_back(finding.kind);
  return kinds;
}

TEST(Findings, WhatNumbersDoComesFirstAndLoopsLast) {
  FindingReport guess = described(FindingKind::Signal);
  guess.group = FindingGroup::Guesses;
  guess.kind = "guess";
  EXPECT_EQ(sortedKinds({described(FindingKind::EndlessLoop),
                         described(FindingKind::OutOfMemory), guess,
                         described(FindingKind::FloatEnvironment),
                         described(FindingKind::Signal),
                         described(FindingKind::Assertion),
                         described(FindingKind::Hang)}),
            (std::vector<std::string>{
                "assertion", "signal", "float-environment", "guess",
                "endless-loop", "out-of-memory", "hang"}));
}

// Beyond an object of a size that nobody has told: it hangs on that. Ahead of
// it, or with a counter beside it, no size would help.
TEST(Findings, AnOverrunHangsOnTheSizeIfThatIsAGuess) {
  InputPlan plan;
  Buffer buffer;
  buffer.name = "p";
  buffer.elementSize = 8;
  buffer.image.byteSize = 24;
  buffer.isOpen = true;
  plan.buffers = {buffer};
  const Finding finding{FindingKind::Signal, SIGSEGV, 0};
  const auto reportOf = [&](int64_t offset) {
    FindingReport report = described(FindingKind::Signal);
    addOverrun(finding, {1, true, offset}, plan, report);
    return report;
  };
  EXPECT_EQ(reportOf(24).group, FindingGroup::Guesses);
  EXPECT_EQ(reportOf(24).detail, "raises SIGSEGV, as p[3] is written and p has "
                                 "3 elements (--array p=4)");
  EXPECT_EQ(reportOf(-8).group, FindingGroup::Values);
  EXPECT_EQ(reportOf(-8).detail,
            "raises SIGSEGV, as p[-1] is written and p has 3 elements");
  plan.buffers[0].isOpen = false;
  EXPECT_EQ(reportOf(24).group, FindingGroup::Values);
  plan.buffers[0].isOpen = true;
  plan.buffers[0].countSlot = 0;
  plan.inputs.emplace_back();
  EXPECT_EQ(reportOf(24).group, FindingGroup::Values);
  // Of a std::vector it is we who say how many there are.
  plan.buffers[0].isContained = true;
  plan.inputs[0].name = "p.size()";
  EXPECT_EQ(reportOf(24).group, FindingGroup::Guesses);
  EXPECT_EQ(reportOf(24).detail,
            "raises SIGSEGV, as p[3] is written and 'p.size()' counts the "
            "elements");
}

TEST(Findings, AGroupIsReadBack) {
  for (const FindingGroup group :
       {FindingGroup::Values, FindingGroup::Guesses, FindingGroup::Endless})
    EXPECT_EQ(findingGroupNamed(nameOf(group)), group);
  EXPECT_EQ(findingGroupNamed(""), FindingGroup::Values);
}

TEST(Findings, AllKindsAreListed) {
  const std::vector<std::string> kinds = findingKinds();
  for (auto kind = FindingKind::Signal; kind <= FindingKind::EndlessLoop;
       kind = static_cast<FindingKind>(static_cast<uint32_t>(kind) + 1))
    EXPECT_NE(std::ranges::find(kinds, described(kind).kind), kinds.end());
  const auto schema = nlohmann::json::parse(
      readFile(COVERME_DOCS "/coverme-suite-1.schema.json"));
  EXPECT_EQ(schema["$defs"]["finding"]["properties"]["kind"]["enum"],
            nlohmann::json(kinds));
}

} // namespace
} // namespace coverme

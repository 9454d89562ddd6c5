// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TraceFilter.h"

#include "support/Error.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using Notes = std::vector<std::string>;

constexpr const char *kText = "if (x < 0)";
constexpr const char *kComment = "is left out: true of `if (x < 0)` is proved "
                                 "infeasible: x < 0\n";

// Line 4 has a decision, whose true branch is proved infeasible.
CoverageByFile coverage(size_t decisions = 1, bool isOfEntry = true) {
  DecisionCoverage decision;
  decision.text = kText;
  decision.isOfEntry = isOfEntry;
  decision.outcomes = {{1, Verdict::Covered, ""},
                       {0, Verdict::ProvedInfeasible, "x < 0"}};
  CoverageByFile files;
  files["src/f.c"].lines[4].decisions.assign(decisions, decision);
  return files;
}

FilteredTrace filtered(const std::string &trace,
                       const CoverageByFile &files = coverage(),
                       const std::string &text = kText) {
  return filterTrace(trace, files,
                     [&](const std::string &, unsigned) { return text; });
}

std::string trace(const std::string &branches,
                  const std::string &file = "/home/u/src/f.c") {
  return "TN:\nSF:" + file + "\n" + branches + "BRF:2\nBRH:1\nDA:4,1\n" +
         "end_of_record\n";
}

TEST(TraceFilter, TakesOutWhatIsNotTaken) {
  const FilteredTrace result = filtered(trace("BRDA:4,0,0,0\nBRDA:4,0,1,7\n"));
  EXPECT_EQ(result.removed, 1U);
  EXPECT_EQ(result.notes, Notes());
  EXPECT_EQ(result.text, std::string("TN:\nSF:/home/u/src/f.c\n# BRDA:4,0,0 ") +
                             kComment +
                             "BRDA:4,0,1,7\nBRF:1\nBRH:1\nDA:4,1\n"
                             "end_of_record\n");
}

TEST(TraceFilter, TakesTheSameOutOfAllRecordsOfAFile) {
  const std::string idle = trace("BRDA:4,0,0,-\nBRDA:4,0,1,-\n"),
                    taken = trace("BRDA:4,0,0,3\nBRDA:4,0,1,0\n");
  const FilteredTrace result = filtered(idle + taken);
  EXPECT_EQ(result.removed, 1U);
  EXPECT_NE(result.text.find("BRDA:4,0,0,-\n# BRDA:4,0,1 "), std::string::npos);
  EXPECT_NE(result.text.find("BRDA:4,0,0,3\n# BRDA:4,0,1 "), std::string::npos);
}

TEST(TraceFilter, KeepsDecisionsApart) {
  // Both ways of the first are taken, so these are not the decisions of ours.
  const std::string text =
      trace("BRDA:4,0,0,1\nBRDA:4,0,1,1\nBRDA:4,0,2,0\nBRDA:4,0,3,0\n");
  const FilteredTrace result = filtered(text, coverage(2));
  EXPECT_EQ(result.text, text);
  EXPECT_EQ(result.notes, Notes{"/home/u/src/f.c:4 is left as it is: its "
                                "decisions are in another order"});
}

TEST(TraceFilter, LeavesAloneWhatItDoesNotKnow) {
  const std::string untaken = "BRDA:4,0,0,0\nBRDA:4,0,1,7\n";
  // Whatever is wrong, the text is as it was; and there is a note, unless the
  // result is about something else.
  const auto expectSame = [](const std::string &trace, const char *note,
                             const CoverageByFile &files = coverage(),
                             const std::string &text = kText) {
    const FilteredTrace result = filtered(trace, files, text);
    EXPECT_EQ(result.text, trace);
    EXPECT_EQ(result.removed, 0U);
    std::string notes;
    for (const std::string &each : result.notes)
      notes += each;
    EXPECT_EQ(notes.empty(), *note == '\0');
    EXPECT_NE(notes.find(note), std::string::npos) << notes;
  };
  expectSame(trace(untaken, "/home/u/lib/f.c"), "");
  expectSame(trace(untaken), "", coverage(1, false));
  expectSame(trace("BRDA:5,0,0,0\nBRDA:5,0,1,7\n"), "");
  expectSame(trace(untaken), "another one", coverage(), "if (x < 1)");
  expectSame(trace(untaken), "has 2 branches there, and 4", coverage(2));
  expectSame(trace("BRDA:4,0,0,1\nBRDA:4,0,1,7\n"), "only 0 are not taken");
}

TEST(TraceFilter, RefusesWhatIsNoTracefile) {
  for (const char *text : {"", "hello\n", "BRDA:4,0,0,1\n", "SF:f.c\nBRDA:4\n",
                           "SF:f.c\nBRDA:x,0,0,1\n"})
    EXPECT_THROW(filtered(text), Error) << text;
}

} // namespace
} // namespace coverme

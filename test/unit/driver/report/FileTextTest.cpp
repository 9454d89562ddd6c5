// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextReport.h"

#include "driver/report/Reports.h"

#include <gtest/gtest.h>

#include <sstream>

namespace coverme {
namespace {

using namespace test;

// f ran, with one branch left and a finding; g is skipped; h was not run.
class FileText : public testing::Test {
protected:
  FileText() {
    ReportedSite site = coverageReport().sites[1];
    site.targets[1].spent = 5;
    suite = coverageReport();
    suite.sites = {site};
    suite.findings = {{"signal", "raises SIGFPE", {}, {}, ""}};
    file.goal = "coverage";
    file.source = "folder/file.c";
    file.leftOut = 4;
    const FunctionSummary summary{{1, 0, 0, 1}, {}, 1, 1234567};
    file.functions = {
        {"f", "file.h", 2, FunctionStatus::Ran, "", summary},
        {"g", "file.c", 3, FunctionStatus::Skipped, "'g' is odd", {}},
        {"h", "file.c", 4, FunctionStatus::NotRun, "", {}}};
    file.reportOf = [this](size_t) { return suite; };
  }

  std::string text(const TextStyle &style) const {
    return fileText(file, style);
  }

  FunctionReport suite;
  FileReport file;
};

TEST_F(FileText, BeginsWithASummary) {
  EXPECT_TRUE(text({}).starts_with(
      "file.c: 1 function run, 1 skipped, 1 not run, 4 of headers left out; 1 "
      "of 2 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 "
      "open; "
      "1 finding, 1,234,567 evaluations, "));
  const std::string summary = text({false, Detail::Summary});
  EXPECT_EQ(summary.find('\n'), summary.size() - 1);
}

TEST_F(FileText, AlignsTheTable) {
  std::istringstream stream(text({}));
  std::vector<std::string> table;
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("function") || line.starts_with("f ") ||
        line.starts_with("total"))
      table.push_back(line);
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[0].size(), table[1].size());
  EXPECT_EQ(table[0].size(), table[2].size());
  EXPECT_NE(table[1].find("file.h:2"), std::string::npos)
      << "not the file that was given";
  EXPECT_NE(table[1].find("50.00 %     -"), std::string::npos);
}

TEST_F(FileText, SaysWhatIsLeftAndWhatWasNotRun) {
  const std::string shown = text({});
  EXPECT_NE(shown.find("\nf\n  g.h:9:3  true   open  y ? 1 : 2  "
                       "[5 evaluations spent]\n"
                       "  signal: raises SIGFPE\n"),
            std::string::npos)
      << shown;
  EXPECT_NE(shown.find("\nskipped\n  file.c:3  g  'g' is odd\n"),
            std::string::npos);
  EXPECT_NE(shown.find("\nnot run\n  file.c:4  h\n"), std::string::npos);
}

TEST_F(FileText, ShowsAFunctionWithoutBranchesOnlyIfItHasNews) {
  suite = coverageReport();
  suite.sites.clear();
  file.functions[0].summary = {};
  EXPECT_EQ(text({}).find("\nf\n"), std::string::npos);
  EXPECT_TRUE(text({}).starts_with("file.c: 1 function run (1 without "
                                   "branches), "));
  file.functions[0].reason = "no gcov";
  EXPECT_NE(text({}).find("\nf\n  error: no gcov\n"), std::string::npos);
}

TEST_F(FileText, IsColouredOnATerminal) {
  EXPECT_NE(text({true, Detail::Normal}).find('\x1b'), std::string::npos);
  EXPECT_EQ(text({}).find('\x1b'), std::string::npos);
}

TEST_F(FileText, ManyGuessesAreOneNote) {
  suite.guessedSizes = {{"a", 4, 2, 9}, {"b", 1, 0, {}}, {"p->c", 1, 0, -1}};
  EXPECT_EQ(
      notesOf(suite),
      (std::vector<std::string>{
          "a has 4 elements and 2 ahead of these, which is a guess; calls "
          "that meet a[9] do not count (--array a=N)",
          "p->c has 1 element, which is a guess; calls that meet "
          "p->c[-1] do not count (--array p->c=N)"}));
  suite.guessedSizes.insert(suite.guessedSizes.end(),
                            {{"d", 2, 0, 2}, {"e", 3, 0, 3}, {"f", 0, 0, 0}});
  EXPECT_EQ(notesOf(suite),
            std::vector<std::string>{
                "the sizes of 5 arrays are guesses; calls that get behind "
                "their end do not count (--array NAME=N): a (4), p->c (1), d "
                "(2), e (3), 1 more"});
}

TEST_F(FileText, InBriefIsWhatIsLeft) {
  EXPECT_EQ(briefFileText(file, {}),
            "f\n  g.h:9:3  true   open  y ? 1 : 2  [5 evaluations spent]\n"
            "  signal: raises SIGFPE\n");
}

} // namespace
} // namespace coverme

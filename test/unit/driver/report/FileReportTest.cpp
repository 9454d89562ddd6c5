// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/FileReport.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "report/JsonReport.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace coverme {
namespace {

using namespace test;
using Json = nlohmann::json;

// f ran, with one branch left and a finding; g is skipped; h was not run.
class FileReport : public testing::Test {
protected:
  FileReport() {
    for (const char *name : {"f", "g", "h"}) {
      Function &function = program.functions[addFunction(program, 1, {})];
      function.name = name;
      function.file = "nowhere/file.c";
      function.line = 1 + static_cast<unsigned>(program.functions.size());
    }
    run.program = &program;
    run.options.source = "file.c";
    run.scope = makeScope(program, 0, false);
    run.branches = {{0, Verdict::Covered, 0, 0, false, {}},
                    {1, Verdict::Open, {}, 5, false, {}}};
    run.suite = {{{}, 0, {}, {0}}};
    run.findings = {{"signal", "raises SIGFPE", {}, {}}};

    result.program = &program;
    result.options.source = "file.c";
    result.rows.resize(3);
    for (uint32_t i = 0; i < 3; ++i)
      result.rows[i].function = i;
    result.rows[0].status = FunctionStatus::Ran;
    result.rows[0].folder = folder.path();
    result.rows[0].summary = {{1, 0, 0, 1}, {}, 1, 1234567};
    result.rows[1].status = FunctionStatus::Skipped;
    result.rows[1].reason = "'g' is odd";
    result.leftOut = 4;
  }

  std::string text(const TextStyle &style) const {
    leaveReports(run, folder.path(), {style, false, false});
    return fileText(result, style);
  }

  const TemporaryFolder folder;
  Program program;
  RunResult run;
  FileResult result;
};

TEST_F(FileReport, BeginsWithASummary) {
  EXPECT_TRUE(text({}).starts_with(
      "file.c: 1 function run, 1 skipped, 1 not run, 4 of headers left out; 1 "
      "of 2 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 "
      "open; "
      "1 finding, 1,234,567 evaluations, "));
  const std::string summary = text({false, Detail::Summary});
  EXPECT_EQ(summary.find('\n'), summary.size() - 1);
}

TEST_F(FileReport, AlignsTheTable) {
  std::istringstream stream(text({}));
  std::vector<std::string> table;
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("function") || line.starts_with("f ") ||
        line.starts_with("total"))
      table.push_back(line);
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[0].size(), table[1].size());
  EXPECT_EQ(table[0].size(), table[2].size());
  EXPECT_NE(table[1].find("file.c:2"), std::string::npos)
      << "not the file that was given, which does not exist";
  EXPECT_NE(table[1].find("50.00 %     -"), std::string::npos);
}

TEST_F(FileReport, SaysWhatIsLeftAndWhatWasNotRun) {
  const std::string shown = text({});
  EXPECT_NE(shown.find("\nf\n  :0:0  true   open    [5 evaluations spent]\n"
                       "  signal: raises SIGFPE\n"),
            std::string::npos)
      << shown;
  EXPECT_NE(shown.find("\nskipped\n  file.c:3  g  'g' is odd\n"),
            std::string::npos);
  EXPECT_NE(shown.find("\nnot run\n  file.c:4  h\n"), std::string::npos);
}

TEST_F(FileReport, IsPlainInAFileAndColouredOnATerminal) {
  const TextStyle coloured{true, Detail::Normal};
  leaveReports(run, folder.path(), {coloured, true, false});
  EXPECT_NE(fileText(result, coloured).find('\x1b'), std::string::npos);
  EXPECT_EQ(fileText(result, {}).find('\x1b'), std::string::npos);
}

TEST_F(FileReport, HoldsTheSuitesOwnDocument) {
  leaveReports(run, folder.path(), {{}, false, true});
  std::ostringstream file, suite;
  writeFileJson(result, "[fgh]", file);
  writeJsonReport(run, suite);
  const Json json = Json::parse(file.str());
  EXPECT_EQ(json["match"], "[fgh]");
  EXPECT_EQ(json["totals"]["evaluations"], 1234567);
  ASSERT_EQ(json["functions"].size(), 3u);
  EXPECT_EQ(json["functions"][0]["suite"], Json::parse(suite.str()));
  EXPECT_EQ(json["functions"][0]["reason"], nullptr);
  EXPECT_EQ(json["functions"][1]["reason"], "'g' is odd");
  EXPECT_EQ(json["functions"][1]["suite"], nullptr);
  EXPECT_EQ(json["functions"][2]["status"], "not_run");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/FileRun.h"

#include "driver/core/Programs.h"
#include "driver/core/Types.h"
#include "driver/optimise/SyntheticProblem.h"
#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

class FileRun : public testing::Test {
protected:
  FileRun() { options.source = source; }

  Function &add(const std::string &name, uint32_t siteCount, unsigned line) {
    Function &function = program.functions[addFunction(program, siteCount, {})];
    function.name = name;
    function.file = source;
    function.line = line;
    return function;
  }

  std::vector<std::string> names(const Selection &selection) const {
    std::vector<std::string> list;
    for (const FunctionRow &row : selection.rows)
      list.push_back(program.functions[row.function].name);
    return list;
  }

  // A file that is there.
  const std::filesystem::path source = "/proc/self/exe";
  Program program;
  RunOptions options;
};

TEST_F(FileRun, TakesTheOrderOfTheSource) {
  add("c", 1, 30);
  add("a", 1, 10).file = "/a/header.h";
  add("z", 1, 20);
  add("b", 1, 40);
  EXPECT_EQ(names(selectFunctions(program, options, "")),
            (std::vector<std::string>{"z", "c", "b", "a"}));
}

TEST_F(FileRun, LeavesLibrariesOut) {
  add("f", 1, 1);
  add("g", 1, 2);
  add("ofLibrary", 1, 3);
  program.modules = {{0, 0}, {2, 2}};
  EXPECT_EQ(names(selectFunctions(program, options, "")),
            (std::vector<std::string>{"f", "g"}));
}

TEST_F(FileRun, TakesFunctionsThatMatch) {
  add("first", 1, 1);
  add("fill", 0, 2);
  add("other", 0, 3);
  add("more", 2, 4);
  EXPECT_EQ(names(selectFunctions(program, options, "^f")),
            (std::vector<std::string>{"first", "fill"}));
}

TEST_F(FileRun, LeavesHeadersOut) {
  add("f", 1, 1);
  add("mine", 1, 1).file = "/home/me/mine.h";
  add("swap", 1, 1).file = "/usr/lib/gcc/x/../../../include/c++/12/bits/move.h";
  add("given", 1, 1).file = "/opt/given/include/given.h";
  add("other", 1, 1).file = "/opt/givenother/other.h";
  Selection selection = selectFunctions(program, options, "");
  EXPECT_EQ(names(selection),
            (std::vector<std::string>{"f", "mine", "given", "other"}));
  EXPECT_EQ(selection.leftOut, 1u);
  for (const std::vector<std::string> &flags :
       {std::vector<std::string>{"-isystem", "/opt/given"},
        std::vector<std::string>{"-isystem/opt/given/"},
        std::vector<std::string>{"-idirafter", "/opt/./given"}}) {
    options.compilerFlags = flags;
    EXPECT_EQ(names(selectFunctions(program, options, "")),
              (std::vector<std::string>{"f", "mine", "other"}));
  }
  selection = selectFunctions(program, options, "", /*own=*/true);
  EXPECT_EQ(names(selection), std::vector<std::string>{"f"});
  EXPECT_EQ(selection.leftOut, 4u);
  expectError([&] { selectFunctions(program, options, "swap"); },
              ExitCode::BadInput, {"1 of headers is left out"});
}

TEST_F(FileRun, LeavesOutWhatTheCompilerMakesForItself) {
  for (const char *name :
       {"__cxx_global_var_init", "_GLOBAL__sub_I_f.cpp", "_ZTW3tls",
        "_ZThn16_N1RD1Ev", "_ZN1RD0Ev", "__clang_call_terminate"})
    add(name, 1, 1).linkageName = name;
  add("f", 1, 2).linkageName = "_ZN1R1fEv";
  EXPECT_EQ(names(selectFunctions(program, options, "")),
            std::vector<std::string>{"f"});
}

TEST_F(FileRun, SkipsWhatCannotBeRun) {
  const auto addTaking = [&](const char *name, unsigned line, uint32_t type) {
    add(name, 1, line).parameters = {parameter(program, "p", type)};
  };
  addTaking("good", 1, addNumber(program, floating()));
  addTaking("bad", 2,
            addPointer(program, addType(program, "struct node",
                                        CTypeKind::Unsupported)));
  add("open", 1, 3).flags = COVERME_FUNCTION_Variadic;
  const Selection selection = selectFunctions(program, options, "");
  EXPECT_EQ(selection.rows[0].status, FunctionStatus::NotRun);
  EXPECT_EQ(selection.rows[0].reason, "");
  EXPECT_EQ(selection.rows[1].status, FunctionStatus::Skipped);
  EXPECT_NE(selection.rows[1].reason.find("struct node"), std::string::npos);
  EXPECT_EQ(selection.rows[2].status, FunctionStatus::Skipped);
  EXPECT_NE(selection.rows[2].reason.find("variadic"), std::string::npos);
}

TEST_F(FileRun, RefusesAPatternThatMatchesNothingOrIsNone) {
  add("f", 1, 1);
  expectError([&] { selectFunctions(program, options, "^g$"); },
              ExitCode::BadInput, {"--match", "'^g$'", "no function"});
  expectError([] { parsePattern("--match", "a["); }, ExitCode::BadInput,
              {"--match", "'a['", "regular expression"});
  expectError([] { parsePattern("--match", std::string(100'000, '(')); },
              ExitCode::BadInput, {"--match", "100000 characters"});
}

TEST_F(FileRun, RefusesAFileWithoutFunctions) {
  expectError([&] { selectFunctions(program, options, ""); },
              ExitCode::BadInput, {"/proc/self/exe", "no functions"});
}

TEST_F(FileRun, SumsUpWhatRan) {
  FileResult result;
  result.rows.resize(3);
  result.rows[0].status = FunctionStatus::Ran;
  result.rows[0].summary = {{1, 2, 3, 4}, Ratio{5, 6}, 7, 8};
  result.rows[1].status = FunctionStatus::Ran;
  result.rows[1].summary = {{10, 20, 30, 40}, {}, 70, 80};
  result.rows[2].status = FunctionStatus::Failed;
  result.rows[2].code = ExitCode::Internal;
  const FunctionSummary sum = result.total();
  EXPECT_EQ(sum.branches, (VerdictCounts{11, 22, 33, 44}));
  EXPECT_EQ(sum.branches.total(), 110u);
  EXPECT_DOUBLE_EQ(sum.branches.decided().percent(), 30.0);
  ASSERT_TRUE(sum.gcov);
  EXPECT_EQ(sum.gcov->hit, 5u);
  EXPECT_EQ(sum.gcov->total, 6u);
  EXPECT_EQ(sum.findings, 77u);
  EXPECT_EQ(sum.evaluations, 88u);
  EXPECT_EQ(result.count(FunctionStatus::Ran), 2u);
  EXPECT_EQ(result.firstError(), &result.rows[2]);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Reproduce.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

TEST(ShellWord, IsWhatAShellReadsBack) {
  std::string all;
  for (int c = 1; c < 256; ++c)
    all += static_cast<char>(c);
  for (const std::string &word :
       {std::string(), std::string("plain-1.c"), std::string("a b"),
        std::string("it's"), std::string("-DX=\"$HOME`;\\"), all}) {
    const ProcessResult shell =
        runProcess({"sh", "-c", "printf %s " + shellWord(word)});
    EXPECT_EQ(shell.output, word);
  }
}

TEST(ShellWord, IsQuotedOnlyWhereItMust) {
  EXPECT_EQ(shellWord("-Iinclude/x=1"), "-Iinclude/x=1");
  EXPECT_EQ(shellWord("a b"), "'a b'");
  EXPECT_EQ(shellWord("~/x"), "'~/x'");
}

std::string command(const RunOptions &options, const Function &f,
                    const FindingReport &finding) {
  return reproduceCommand(options, f, finding,
                          [&](const InputOptions &) { return f.plan; });
}

TEST(ReproduceCommand, HasInputsToTheBitAndTheFlags) {
  RunOptions options;
  options.source = "-x.c";
  options.compilerFlags = {"-I", "my headers"};
  Function f;
  f.name = "f";
  f.plan.inputs = {input("x", "double", floating()),
                   input("n", "int8_t", signedInteger(8)),
                   input("*y", "float", floating(32))};
  const FindingReport finding{
      "signal", "", {bitsOf(-0.1), 0xff, 0x7f800001}, {}, true};
  EXPECT_EQ(command(options, f, finding),
            "coverme run ./-x.c --entry f --input=-0x1.999999999999ap-4 "
            "--input=-1 --input=bits:7f800001 -- -I 'my headers'");
}

TEST(ReproduceCommand, HasWhatDecidesAboutTheInputs) {
  RunOptions options;
  options.source = "x.c";
  options.inputs.arrays = {{"p", "n"}, {"q", "3"}};
  options.inputs.ranges = {{"n", "0:20"}, {"p", "1:"}, {"m", "0:1"}};
  options.inputs.assumptions = {"n > 3"};
  options.inputs.null = true;
  options.inputs.distinct = true;
  Function f;
  f.name = "f";
  f.plan.inputs = {input("n", "int", signedInteger(32)),
                   input("p[0]", "float", floating(32))};
  f.plan.buffers.emplace_back();
  f.plan.buffers[0].name = "p";
  const FindingReport finding{"signal", "", {4, 0x40000000}, {}, true};
  EXPECT_EQ(command(options, f, finding),
            "coverme run x.c --entry f --array=p=n --range=n=0:20 --range=p=1: "
            "'--assume=n > 3' --null --distinct --input=4 --input=0x1p+1")
      << "but not of other functions";
}

TEST(ReproduceCommand, NamesWhatIsNotZeroOfManyInputs) {
  RunOptions options;
  options.source = "x.c";
  Function f;
  f.name = "f";
  FindingReport finding{"signal", "", {}, {}, true};
  for (int i = 0; i < 9; ++i) {
    f.plan.inputs.push_back(
        input("p[" + std::to_string(i) + "]", "int", signedInteger(32)));
    finding.inputs.push_back(i == 4 ? 7 : 0);
  }
  EXPECT_EQ(command(options, f, finding),
            "coverme run x.c --entry f '--input=p[4]=7'");
  finding.inputs[4] = 0;
  EXPECT_EQ(command(options, f, finding),
            "coverme run x.c --entry f '--input=p[0]=0'");
  // A name that stands for two of them does not tell which.
  finding.inputs[4] = 7;
  f.plan.inputs[5].name = "p[4]";
  EXPECT_EQ(command(options, f, finding),
            "coverme run x.c --entry f --input=0 --input=0 --input=0 --input=0 "
            "--input=7 --input=0 --input=0 --input=0 --input=0");
}

TEST(ReproduceCommand, SaysNothingOfWhatOneCallDoesNotHave) {
  RunOptions options;
  options.source = "x.c";
  options.inputs.arrays = {{"p", "3"}, {"q", "2"}};
  options.inputs.learnt = {{"p", 3}};
  Function f;
  f.name = "f";
  f.plan.inputs = {input("n", "int", signedInteger(32)),
                   input("p[0]", "int", signedInteger(32)),
                   input("m", "int", signedInteger(32))};
  f.plan.buffers.resize(2);
  f.plan.buffers[0].name = "p";
  f.plan.buffers[1].name = "q";
  InputPlan alone;
  alone.inputs = {f.plan.inputs[0], f.plan.inputs[2]};
  alone.buffers = {f.plan.buffers[1]};
  const FindingReport finding{"signal", "", {4, 5, 6}, {}, true};
  EXPECT_EQ(reproduceCommand(options, f, finding,
                             [&](const InputOptions &inputs) {
                               EXPECT_TRUE(inputs.isForMany);
                               EXPECT_TRUE(inputs.learnt.empty());
                               return alone;
                             }),
            "coverme run x.c --entry f --array=q=2 --input=4 --input=6");
}

TEST(WithInputsOf, TakesThePlaceOfAllInputs) {
  const std::string finding = "@my o:2";
  EXPECT_EQ(withInputsOf("coverme run 'it'\\''s.c' --entry f --array=p=2 "
                         "'--input=p[0]=1' --input=n=3 --memory=5 -- --input=4",
                         finding, {}),
            "coverme run 'it'\\''s.c' --entry f --array=p=2 "
            "'--input=@my o:2' --memory=5 -- --input=4");
  EXPECT_EQ(withInputsOf("coverme run x.c --entry f", finding, {}),
            "coverme run x.c --entry f");
}

TEST(WithInputsOf, LeavesSizesThatHaveGrownToTheReport) {
  EXPECT_EQ(withInputsOf("coverme run x.c --entry f --array=p=2 --array=q=3 "
                         "'--array=s->t=4+1' '--array=next()=16' --input=1 "
                         "-- --array=p=2",
                         "@o:1",
                         {{"p", 2, 0, {}, true},
                          {"q", 3, 0, 7, false},
                          {"s->t", 1, 4, {}, true},
                          {"next()", 16, 0, {}, true}}),
            "coverme run x.c --entry f --array=q=3 --input=@o:1 -- "
            "--array=p=2");
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonReport.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace coverme {
namespace {

using namespace test;
using Json = nlohmann::json;

// int f(double x) with two sites and two tests.
class JsonReport : public testing::Test {
protected:
  JsonReport() {
    addFunction(program, 2, {{0}, {}});
    Function &function = program.functions[0];
    function.name = "f";
    function.plan.inputs = {input("x", "double", floating())};
    function.result = signedInteger(32);
    result.program = &program;
    result.scope = makeScope(program, 0, false);
    result.options.source = "f.c";
    result.suite = {{{bitsOf(1.0)}, 7, {}, {0, 3}},
                    {{bitsOf(2.0)}, 8, {}, {1}}};
    result.branches = {{0, Verdict::Covered, 0, 0, false, {}},
                       {1, Verdict::Covered, 1, 0, false, {}},
                       {2, Verdict::Open, {}, 0, false, {}},
                       {3, Verdict::Covered, 0, 0, false, {}}};
  }

  std::string report() const {
    std::ostringstream stream;
    writeJsonReport(result, stream);
    return stream.str();
  }

  Program program;
  RunResult result;
};

TEST_F(JsonReport, TellsSitesAndTests) {
  const Json json = Json::parse(report());
  EXPECT_EQ(json["entry"], "f");
  EXPECT_EQ(json["branches"]["covered"], 3);
  ASSERT_EQ(json["sites"].size(), 2u);
  EXPECT_EQ(
      json["sites"][1]["branches"][0],
      (Json{{"outcome", false}, {"verdict", "open"}, {"evaluations", 0}}));
  EXPECT_EQ(json["sites"][1]["branches"][1],
            (Json{{"outcome", true}, {"verdict", "covered"}, {"test", 1}}));
  ASSERT_EQ(json["tests"].size(), 2u);
  const Json scalar = {{"bits", "0x00000007"}, {"value", "7"}};
  EXPECT_EQ(
      json["tests"][0],
      (Json{{"id", 1},
            {"inputs", {{{"bits", "0x3ff0000000000000"}, {"value", "0x1p+0"}}}},
            {"result", scalar},
            {"covers",
             {{{"site", 0}, {"outcome", false}},
              {{"site", 1}, {"outcome", true}}}}}));
}

TEST_F(JsonReport, GivesEachSiteAndTestALine) {
  std::istringstream stream(report());
  std::vector<Json> whole;
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with("    {\"id\":"))
      whole.push_back(Json::parse(line.substr(0, line.rfind('}') + 1)));
  const Json json = Json::parse(report());
  std::vector<Json> expected = json["sites"];
  for (const Json &test : json["tests"])
    expected.push_back(test);
  EXPECT_EQ(whole, expected);
}

TEST_F(JsonReport, OfNothingHasEmptyLists) {
  result.suite.clear();
  result.branches.clear();
  const Json json = Json::parse(report());
  EXPECT_EQ(json["sites"], Json::array());
  EXPECT_EQ(json["tests"], Json::array());
  EXPECT_EQ(json["gcov"], nullptr);
}

TEST_F(JsonReport, ReplacesWhatIsNotUtf8) {
  result.options.source = "\xff.c";
  EXPECT_EQ(Json::parse(report())["source"], "\xef\xbf\xbd.c");
}

TEST_F(JsonReport, TellsProofsAndTheirSecondsApart) {
  result.branches[2] = {
      2,     Verdict::ProvedInfeasible,
      {},    9,
      false, Proof{ProofEngine::Interval, 31, 0.5, "x > 5 there"}};
  const Json json = Json::parse(report());
  EXPECT_EQ(json["branches"]["proved_infeasible"], 1);
  EXPECT_EQ(json["sites"][1]["branches"][0],
            (Json{{"outcome", false},
                  {"verdict", "proved_infeasible"},
                  {"evaluations", 9},
                  {"proof",
                   {{"engine", "interval"},
                    {"boxes", 31},
                    {"reason", "x > 5 there"}}}}));
  EXPECT_EQ(
      json["timing"]["proofs"],
      (Json::array({{{"site", 1}, {"outcome", false}, {"seconds", 0.5}}})));
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Explain.h"

#include "driver/support/ExpectError.h"
#include "support/Files.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace coverme {
namespace {

using test::expectError;

// Two sites, on lines 4 and 9 of different files; each false branch is covered
// by test 1, the true ones are proved and open.
constexpr const char *kReport = R"({
  "schema": "coverme-suite/1",
  "parameters": [{"name": "x", "type": "float"}, {"name": "p", "type": "int *"}],
  "inputs": [{"name": "x", "type": "float"}, {"name": "*p", "type": "int"}],
  "sites": [
    {"id": 0, "function": "f", "file": "f.c", "line": 4, "column": 7,
     "kind": "branch", "operands": "float", "branches": [
       {"outcome": false, "verdict": "covered", "test": 1},
       {"outcome": true, "verdict": "proved_infeasible", "evaluations": 1500,
        "proof": {"engine": "interval", "boxes": 31, "reason": "x < 0"}}]},
    {"id": 7, "function": "g", "file": "g.h", "line": 9, "column": 3,
     "kind": "select", "operands": "double", "branches": [
       {"outcome": false, "verdict": "covered", "test": 1},
       {"outcome": true, "verdict": "open", "evaluations": 0}]}],
  "tests": [{"id": 1, "result": null, "inputs": [
    {"bits": "0x3f000000", "value": "0x1p-1"},
    {"bits": "0xfffffffd", "value": "-3"}],
    "covers": [{"site": 7, "outcome": false}, {"site": 0, "outcome": false}]}],
  "timing": {"proofs": [{"site": 0, "outcome": true, "seconds": 0.25}]}
})";

class Explain : public testing::Test {
protected:
  Explain() { writeFileAtomically(folder.path() / "suite.json", kReport); }
  std::string at(const std::string &place) const {
    return explain(folder.path(), place);
  }

  TemporaryFolder folder;
};

TEST_F(Explain, GivesTheProof) {
  EXPECT_EQ(at("4:true"), "f.c:4:7  true   proved infeasible\n"
                          "  function  f\n"
                          "  site      0, a branch on float\n"
                          "  spent     1,500 evaluations\n"
                          "  engine    interval\n"
                          "  boxes     31 (boxes visited)\n"
                          "  seconds   0.25\n"
                          "  reason    x < 0\n");
}

TEST_F(Explain, GivesTheTestInDecimalHexAndBits) {
  EXPECT_EQ(at("4:false"), "f.c:4:7  false  covered\n"
                           "  function  f\n"
                           "  site      0, a branch on float\n"
                           "  test      1\n"
                           "  input     x = 0.5 (0x1p-1)  0x3f000000\n"
                           "  input     *p = -3  0xfffffffd\n"
                           "  takes     4:7 false, 9:3 false\n");
}

// Failed before: what had not 16 digits was taken for a float.
TEST_F(Explain, ReadsNumbersByTheirTypes) {
  const auto input = [&](const char *type, const char *bits,
                         const char *value) {
    std::string report = kReport;
    const auto put = [&](const std::string &old, const std::string &text) {
      report.replace(report.rfind(old), old.size(), text);
    };
    put(R"({"name": "x", "type": "float"})",
        fmt::format(R"({{"name": "x", "type": "{}"}})", type));
    put(R"({"bits": "0x3f000000", "value": "0x1p-1"})",
        fmt::format(R"({{"bits": "{}", "value": "{}"}})", bits, value));
    writeFileAtomically(folder.path() / "suite.json", report);
    const std::string text = at("4:false");
    const size_t begin = text.find("x = ") + 4;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(input("_Float16", "0x3e00", "0x1.8p+0"), "1.5 (0x1.8p+0)  0x3e00");
  EXPECT_EQ(input("half", "0x3e00", "0x1.8p+0"), "1.5 (0x1.8p+0)  0x3e00");
  EXPECT_EQ(input("long double", "0x3fffc000000000000000", "0xc.p-3"),
            "1.5 (0xcp-3)  0x3fffc000000000000000");
  EXPECT_EQ(input("double", "0x7ff0000000000000", "inf"),
            "inf  0x7ff0000000000000");
  EXPECT_EQ(input("float", "0x7fc00000", "nan(0x400000)"),
            "nan(0x400000)  0x7fc00000");
  EXPECT_EQ(input("unsigned short", "0x3e00", "15872"), "15872  0x3e00");
  EXPECT_EQ(input("__int128", "0x00000000000000000000000000000005", "5"),
            "5  0x00000000000000000000000000000005");
  // A damaged one.
  EXPECT_EQ(input("float", "0x3e00", "0x1.8p+0"), "0x1.8p+0  0x3e00");
}

TEST_F(Explain, FindsAPlaceByLineFileColumnAndNumber) {
  const std::string both = at("9");
  EXPECT_NE(both.find("covered"), std::string::npos);
  EXPECT_NE(both.find("open"), std::string::npos);
  for (const char *place : {"g.h:9", "a/b/g.h:9", "g.h:9:3", "site:7"})
    EXPECT_EQ(at(place), both) << place;
}

// Failed before: -1 and 1.5 were taken for counts.
TEST_F(Explain, RefusesNumbersThatAreNoCounts) {
  for (const char *number : {"-1", "1.5", "1e300", "\"4\"", "null", "[4]"}) {
    std::string report = kReport;
    report.replace(report.find("\"boxes\": 31") + 9, 2, number);
    writeFileAtomically(folder.path() / "suite.json", report);
    expectError([&] { at("4:true"); }, ExitCode::BadInput,
                {"is a damaged report"});
  }
}

TEST_F(Explain, NamesWhatIsNearest) {
  const auto refuses = [&](const char *place, const char *words) {
    expectError([&] { at(place); }, ExitCode::BadInput, {words});
  };
  refuses("1", "the nearest line with one is 4");
  refuses("7", "the nearest line with one is 9");
  refuses("f.c:9", "the nearest line with one is 4");
  refuses("4:1", "at column 7");
  refuses("h.c:4", "no branches in 'h.c'; the report is about f.c, g.h");
  refuses("g.h:9:4", "at column 3");
  refuses("site:1", "no site 1");
  refuses("f.c", "is no place");
  refuses("4:", "is no place");
}

} // namespace
} // namespace coverme

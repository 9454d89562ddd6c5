// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Explain.h"

#include "driver/report/Reports.h"
#include "driver/support/ExpectError.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

FunctionReport withPaths(FunctionReport report) {
  for (ReportedSite &site : report.sites)
    site.path = site.file;
  return report;
}

class Explain : public testing::Test {
protected:
  std::string at(const std::string &place) const {
    return explain(report, place);
  }

  FunctionReport report = withPaths(coverageReport());
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

TEST_F(Explain, TellsOfPlacesHowTheTestEnds) {
  report = withPaths(reachReport());
  EXPECT_EQ(at("4"), "f.c:4:7  reached\n"
                     "  function  f\n"
                     "  place     line:f.c:4\n"
                     "  test      1\n"
                     "  input     x = 0.5 (0x1p-1)  0x3f000000\n"
                     "  input     *p = -3  0xfffffffd\n"
                     "  ending    SIGABRT\n"
                     "  reaches   4:7\n");
  EXPECT_TRUE(at("6").starts_with("f.c:6:7  proved unreachable\n"));
}

TEST_F(Explain, FindsAPlaceByLineFileColumnAndNumber) {
  const std::string both = at("9");
  EXPECT_NE(both.find("covered"), std::string::npos);
  EXPECT_NE(both.find("open"), std::string::npos);
  for (const char *place : {"g.h:9", "a/b/g.h:9", "g.h:9:3", "site:7"})
    EXPECT_EQ(at(place), both) << place;
}

TEST_F(Explain, TellsFilesOfOneNameApart) {
  report.sites[0].path = "lib1/f.c";
  report.sites[1] = report.sites[0];
  report.sites[1].path = "lib2/f.c";
  report.sites[1].targets = {report.sites[0].targets[1],
                             report.sites[0].targets[0]};
  EXPECT_NE(at("lib1/f.c:4:false"), at("lib2/f.c:4:false"));
  EXPECT_EQ(at("/home/lib1/f.c:4:false"), at("lib1/f.c:4:false"));
  expectError([&] { at("f.c:4"); }, ExitCode::BadInput,
              {"in 2 files: lib1/f.c, lib2/f.c; choose one: lib1/f.c:4"});
  expectError([&] { at("lib3/f.c:4"); }, ExitCode::BadInput,
              {"no branches in 'lib3/f.c'"});
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

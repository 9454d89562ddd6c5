// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/AnnotatedSource.h"

#include "driver/report/Reports.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using namespace test;

TEST(AnnotatedSource, PutsSitesAndFindingsAtTheirLines) {
  FunctionReport report = coverageReport();
  report.path = "src/f.c";
  report.gcov.emplace().byLine = {{3, 1}, {4, 2}};
  report.excerpts = {{"f.c", 3, {"int f() {", "  if (x < 0)", "}"}},
                     {"f.c", 4, {"  if (x < 0)"}}};
  report.findings = {{"signal", "", {}, {{"f.c", 5, true}}, ""},
                     {"signal", "", {}, {{"f.c", 6, true}}, ""}};
  const auto parts = annotatedSource(report);
  ASSERT_EQ(parts.size(), 3u);
  ASSERT_EQ(parts[0].lines.size(), 3u);
  EXPECT_EQ(parts[0].lines[1].number, 4u);
  EXPECT_EQ(parts[0].lines[1].count, 2u);
  ASSERT_EQ(parts[0].lines[1].sites.size(), 1u);
  EXPECT_EQ(parts[0].lines[1].sites[0].site, &report.sites[0]);
  EXPECT_EQ(parts[0].lines[1].sites[0].label, "");
  EXPECT_EQ(parts[0].lines[2].findings, (std::vector<size_t>{0}));
  // Each once.
  EXPECT_TRUE(parts[1].lines[0].sites.empty());
  // No excerpt has it.
  EXPECT_EQ(parts[2].file, "g.h");
  EXPECT_EQ(parts[2].lines[0].number, 9u);
  EXPECT_EQ(parts[2].lines[0].text, "y ? 1 : 2");
  EXPECT_EQ(parts[2].lines[0].sites.size(), 1u);
}

TEST(AnnotatedSource, TellsSitesOfOnePlaceApart) {
  FunctionReport report = coverageReport();
  const ReportedSite site = report.sites[0];
  report.sites.assign(6, site);
  for (uint32_t i = 0; i < 6; ++i)
    report.sites[i].id = i;
  report.sites[1].kind = report.sites[2].kind = "case";
  report.sites[3].column = 20;
  report.sites[4].line = report.sites[5].line = 5;
  report.sites[4].kind = "case";
  const auto parts = annotatedSource(report);
  ASSERT_EQ(parts.size(), 1u); // the lines follow each other
  ASSERT_EQ(parts[0].lines.size(), 2u);
  std::vector<std::string> labels;
  for (const AnnotatedLine &line : parts[0].lines)
    for (const AnnotatedSite &each : line.sites)
      labels.push_back(each.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"", "case 1 of 2", "case 2 of 2",
                                              "", "case 1 of 1", ""}));
  report.sites[1].label = "3";
  report.sites[2].label = "-1";
  report.sites[4].label = "0";
  const auto labelOf = [&](size_t line, size_t i) {
    return annotatedSource(report)[0].lines[line].sites[i].label;
  };
  EXPECT_EQ(labelOf(0, 1), "case 3");
  EXPECT_EQ(labelOf(0, 2), "case -1, else default");
  EXPECT_EQ(labelOf(1, 0), "case 0, else default");
  report.sites[2].label = "3"; // of another switch
  EXPECT_EQ(labelOf(0, 1), "case 1 of 2");
  report.sites[3].column = site.column;
  EXPECT_EQ(annotatedSource(report)[0].lines[0].sites[3].label, "2 of 2");
}

} // namespace
} // namespace coverme

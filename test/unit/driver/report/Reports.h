// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports made by hand.
#ifndef COVERME_TEST_UNIT_DRIVER_REPORT_REPORTS_H
#define COVERME_TEST_UNIT_DRIVER_REPORT_REPORTS_H

#include "report/Report.h"

namespace coverme::test {

// Two decisions, on lines 4 and 9 of different files; each false branch is
// covered by the only test, the true ones are proved and open.
inline FunctionReport coverageReport() {
  FunctionReport report;
  report.tool = "coverme 0.1.0";
  report.goal = "coverage";
  report.source = "f.c";
  report.entry = "f";
  report.seed = 1;
  report.options = R"({"goal":"coverage"})";
  report.parameters = {{"x", "float", {}}, {"p", "int *", {}}};
  report.inputs = {{"x", "float", {}}, {"*p", "int", {}}};
  report.proofsAssume = {"round to nearest"};
  ReportedSite first, second;
  first = {0, "f", "f.c", 4, 7, "if (x < 0)", "branch", "float", true, "", {}};
  second = {7, "g", "g.h", 9, 3, "y ? 1 : 2", "select", "double", true, "", {}};
  ReportedTarget covered, proved, open;
  covered.verdict = Verdict::Covered;
  covered.test = 0;
  proved.verdict = Verdict::ProvedInfeasible;
  proved.spent = 1500;
  proved.proof = {"interval", 31, 0.25, "x < 0"};
  first.targets = {covered, proved};
  second.targets = {covered, open};
  report.sites = {first, second};
  report.tests = {{{{"0x3f000000", "0x1p-1", ""}, {"0xfffffffd", "-3", ""}},
                   {},
                   {},
                   "",
                   {branchOf(7, false), branchOf(0, false)}}};
  return report;
}

// A place that is reached by a call that ends, and one that is not.
inline FunctionReport reachReport() {
  FunctionReport report = coverageReport();
  report.goal = "reach";
  report.options = R"({"goal":"reach"})";
  ReportedSite reached, never;
  reached = {2, "f", "f.c", 4, 7, "abort();", "", "", true, "line:f.c:4", {}};
  never = {5, "f", "f.c", 6, 7, "g();", "", "", true, "line:f.c:6", {}};
  reached.targets = {coverageReport().sites[0].targets[0]};
  never.targets = {coverageReport().sites[0].targets[1]};
  report.sites = {reached, never};
  report.tests[0].ending = "SIGABRT";
  report.tests[0].covers = {branchOf(2, true)};
  return report;
}

} // namespace coverme::test

#endif

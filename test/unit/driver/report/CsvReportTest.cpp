// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/CsvReport.h"

#include "driver/report/Reports.h"

#include <gtest/gtest.h>

#include <sstream>

namespace coverme {
namespace {

using namespace test;

constexpr const char *kHeader =
    "source,entry,function,file,line,column,outcome,place,verdict,test,"
    "ending,evaluations,engine,reason,feasible\n";

template <class T> std::string csv(const T &report) {
  std::ostringstream stream;
  CsvReport().write(report, {}, stream);
  return stream.str();
}

TEST(CsvReport, HasALineForEachBranch) {
  FunctionReport report = coverageReport();
  report.entry = "f(int, \"x\")";
  EXPECT_EQ(
      csv(report),
      std::string(kHeader) +
          "f.c,\"f(int, \"\"x\"\")\",f,f.c,4,7,false,,covered,1,,,,,1\n"
          "f.c,\"f(int, \"\"x\"\")\",f,f.c,4,7,true,,proved infeasible,,,1500,"
          "interval,x < 0,0\n"
          "f.c,\"f(int, \"\"x\"\")\",g,g.h,9,3,false,,covered,1,,,,,1\n"
          "f.c,\"f(int, \"\"x\"\")\",g,g.h,9,3,true,,open,,,0,,,1\n");
}

TEST(CsvReport, HasALineForEachPlace) {
  EXPECT_EQ(
      csv(reachReport()),
      std::string(kHeader) +
          "f.c,f,f,f.c,4,7,,line:f.c:4,reached,1,SIGABRT,,,,1\n"
          "f.c,f,f,f.c,6,7,,line:f.c:6,proved unreachable,,,1500,interval,"
          "x < 0,0\n");
}

TEST(CsvReport, JoinsTheFunctionsOfAFile) {
  FileReport file;
  file.goal = "coverage";
  file.functions.resize(2);
  file.functions[1].status = FunctionStatus::Ran;
  file.reportOf = [](size_t) { return coverageReport(); };
  EXPECT_EQ(csv(file), csv(coverageReport()));
}

} // namespace
} // namespace coverme

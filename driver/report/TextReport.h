// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results for a terminal.
#ifndef COVERME_DRIVER_REPORT_TEXTREPORT_H
#define COVERME_DRIVER_REPORT_TEXTREPORT_H

#include "report/ReportWriter.h"

#include <string>

namespace coverme {

// The summary line, gcov's numbers, what is not covered with its source line
// and verdict, findings, and the tests.
std::string functionText(const FunctionReport &report, const TextStyle &style);

// A line for each branch that is not covered or each place, and for each note
// and finding.
std::string briefText(const FunctionReport &report, const TextStyle &style);

// Each line of the excerpts with its number and how often the suite runs it,
// and below it the verdicts of its branches. Empty without any.
std::string sourceText(const FunctionReport &report, const TextStyle &style);

// A summary line, a table, and for each function its briefText (Detail::Full:
// its functionText); then what was not run, and why.
std::string fileText(const FileReport &report, const TextStyle &style);

// The briefText of each function, below its name.
std::string briefFileText(const FileReport &report, const TextStyle &style);

// "0.512", "inf"
std::string ulpsText(double ulps);

// "a.c and 2 other files", for a run whose first source is called so.
std::string sourcesText(const std::string &first, const FileReport &report);

// "1 test", "1,234 tests".
std::string plural(uint64_t number, const char *noun);

// The work of a proof, in its engine's units: "31 boxes".
std::string workOf(const ReportedProof &proof);

// The result of a test, or how it ends, and what it leaves behind pointers: "2
// (0x1p+1), *p = 4". Empty if there is nothing to tell.
std::string endText(const FunctionReport &report, const ReportedTest &test);

// Notes on a run that readers should know, a line each.
std::vector<std::string> notesOf(const FunctionReport &report);

// "99.50 %"; never 100 for less than all of it.
std::string percent(const Ratio &ratio);

class TextReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

class BriefReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results for a terminal.
#ifndef COVERME_DRIVER_REPORT_TEXTREPORT_H
#define COVERME_DRIVER_REPORT_TEXTREPORT_H

#include "report/TextWriter.h"

#include <string>

namespace coverme {

// The summary line, gcov's numbers, what is not covered with its source line
// and verdict, findings, and the tests.
std::string textReport(const RunResult &result, const TextStyle &style);

// A line for each branch that is not covered or each place, and for each note
// and finding.
std::string briefReport(const RunResult &result, const TextStyle &style);

// One line per function in the order of the source: its number of sites and
// its signature.
std::string functionList(const Program &program);

// "covered", "deemed infeasible", ...
const char *text(Verdict verdict);

// "1 test", "1,234 tests".
std::string plural(uint64_t number, const char *noun);

// "99.50 %"; never 100 for less than all of it.
std::string percent(const Ratio &ratio);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the branches that are proved infeasible out of a tracefile of lcov's,
// whoever wrote it (docs/reports.md).
#ifndef COVERME_DRIVER_REPORT_TRACEFILTER_H
#define COVERME_DRIVER_REPORT_TRACEFILTER_H

#include "report/LineCoverage.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace coverme {

struct FilteredTrace {
  std::string text;
  uint64_t removed = 0;           // branches removed
  std::vector<std::string> notes; // on lines that are left as they were
};

// The text of a line, by the tracefile's name of the file; empty if there is
// none.
using LineText = std::function<std::string(const std::string &, unsigned)>;

// Throws Error(BadInput) when the trace is no tracefile.
FilteredTrace filterTrace(const std::string &trace, const CoverageByFile &files,
                          const LineText &lineText);

// The comment of a tracefile that says why an outcome is not in it. `name` is
// what the outcome would have there: LINE,BLOCK,BRANCH.
std::string removalComment(const std::string &name,
                           const DecisionCoverage &decision, size_t outcome);

} // namespace coverme

#endif

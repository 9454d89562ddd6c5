// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report by files and lines, as coverage tools look at code.
#ifndef COVERME_DRIVER_REPORT_LINECOVERAGE_H
#define COVERME_DRIVER_REPORT_LINECOVERAGE_H

#include "report/Report.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace coverme {

struct DecisionCoverage {
  unsigned column = 0;
  std::string function, kind, text;
  // An outcome; `outcomes` has false, then true.
  struct Outcome {
    uint64_t tests = 0; // tests that take it; at least 1 if it is covered
    Verdict verdict = Verdict::Open;
    std::string reason; // of the proof, if there is one

    bool isFeasible() const { return verdict != Verdict::ProvedInfeasible; }
  };
  std::vector<Outcome> outcomes;
  // The reports have a run of its function as the entry, so that what is proved
  // holds for all callers.
  bool isOfEntry = false;
};

struct LineCoverage {
  uint64_t count = 0;
  std::vector<DecisionCoverage> decisions; // in the order of the tables
};

struct FunctionCoverage {
  std::string name;
  unsigned line = 0;
  uint64_t tests = 0;
};

struct FileCoverage {
  std::map<unsigned, LineCoverage> lines;
  std::vector<FunctionCoverage> functions; // in the order of the report

  Ratio lineRatio() const;
  Ratio functionRatio() const;
  Ratio branchRatio(bool withInfeasible = true) const;
};

// By FunctionReport::path.
using CoverageByFile = std::map<std::string, FileCoverage>;

// A line's count is gcov's, where gcov has seen it, or the tests that take a
// branch of it, if these are more. A decision that several functions of a file
// report (--callees) is there once: covered if any says so, proved infeasible
// if all do. Sites whose line is unknown are left out, and so are places, which
// are no branches. Throws Error as FileReport::reportOf does.
CoverageByFile coverageOf(const FunctionReport &report);
CoverageByFile coverageOf(const FileReport &report);

// Calls `visit` with the report of each function that ran, in their order.
template <class Visit>
void forEachFunction(const FunctionReport &report, const Visit &visit) {
  visit(report);
}
template <class Visit>
void forEachFunction(const FileReport &report, const Visit &visit) {
  for (size_t i = 0; i < report.functions.size(); ++i)
    if (report.functions[i].status == FunctionStatus::Ran)
      visit(report.reportOf(i));
}

// The line of a finding; that of the entry's definition if nothing else is
// known.
struct SourcePlace {
  std::string path;
  unsigned line = 0;
};
SourcePlace placeOf(const FunctionReport &report,
                    const ReportedFinding &finding);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source of a report line by line, with what is known of each line.
#ifndef COVERME_DRIVER_REPORT_ANNOTATEDSOURCE_H
#define COVERME_DRIVER_REPORT_ANNOTATEDSOURCE_H

#include "report/Report.h"

#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct AnnotatedSite {
  const ReportedSite *site;
  // What tells it from others at its line and column, as a switch and a macro
  // have them: "case -3", "2 of 3". Empty if it is alone there.
  std::string label;
};

struct AnnotatedLine {
  unsigned number = 0;
  std::string text;
  std::optional<uint64_t> count; // how often the suite ran it
  std::vector<AnnotatedSite> sites;
  std::vector<size_t> findings; // from 0
};

// Lines that follow each other.
struct AnnotatedPart {
  std::string file; // without its folder
  std::vector<AnnotatedLine> lines;
};

// The lines of the report's excerpts; behind them, those of sites that are in
// no excerpt, with the text that the site has. The report has to outlive the
// result.
std::vector<AnnotatedPart> annotatedSource(const FunctionReport &report);

} // namespace coverme

#endif

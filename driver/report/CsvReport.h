// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each branch or place, for spreadsheets and scripts.
#ifndef COVERME_DRIVER_REPORT_CSVREPORT_H
#define COVERME_DRIVER_REPORT_CSVREPORT_H

#include "report/ReportWriter.h"

namespace coverme {

// Comma-separated values of RFC 4180, but for lines that end in LF; a field has
// quotes where it needs them. The first line names the columns
// (docs/options.md, Report).
class CsvReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  // The lines of all functions that ran, in their order.
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page for browsers: one file that loads nothing and can be read without
// scripts.
#ifndef COVERME_DRIVER_REPORT_HTMLREPORT_H
#define COVERME_DRIVER_REPORT_HTMLREPORT_H

#include "report/ReportWriter.h"

#include <iosfwd>

namespace coverme {

class HtmlReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  // A table of the functions, and a section for each that ran.
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

// Writes what the page of a function has below its heading, for a page that has
// more than that.
void writeHtmlSection(const FunctionReport &report, std::ostream &out);

} // namespace coverme

#endif

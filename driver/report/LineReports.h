// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats of coverage tools, which are about files and lines (docs/reports.md).
// They say of a FileReport what its functions that ran say together.
#ifndef COVERME_DRIVER_REPORT_LINEREPORTS_H
#define COVERME_DRIVER_REPORT_LINEREPORTS_H

#include "report/LineCoverage.h"
#include "report/ReportWriter.h"

namespace coverme {

class LineReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &,
             std::ostream &out) const override {
    writeLines(coverageOf(report), report.tool, out);
  }
  void write(const FileReport &report, const TextStyle &,
             std::ostream &out) const override {
    writeLines(coverageOf(report), report.tool, out);
  }

private:
  virtual void writeLines(const CoverageByFile &files, const std::string &tool,
                          std::ostream &out) const = 0;
};

// A tracefile, as geninfo writes it. Without the branches that are proved
// infeasible, it has a comment for each of these.
class LcovReport : public LineReport {
public:
  explicit LcovReport(bool hasInfeasible) : hasInfeasible(hasInfeasible) {}

private:
  void writeLines(const CoverageByFile &files, const std::string &tool,
                  std::ostream &out) const override;

  const bool hasInfeasible;
};

// The XML of Cobertura, coverage-04.dtd.
class CoberturaReport : public LineReport {
  void writeLines(const CoverageByFile &files, const std::string &tool,
                  std::ostream &out) const override;
};

// What gcovr --json writes, format version 0.3.
class GcovrReport : public LineReport {
  void writeLines(const CoverageByFile &files, const std::string &tool,
                  std::ostream &out) const override;
};

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first coverme.toml (docs/config.md), made of what a run has found out.
#ifndef COVERME_DRIVER_REPORT_CONFIGREPORT_H
#define COVERME_DRIVER_REPORT_CONFIGREPORT_H

#include "report/ReportWriter.h"

namespace coverme {

// Says what the run was told, and which functions it could not run. All else is
// a guess about callers, which proofs would rest on, and stands behind a #.
class ConfigReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &style,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &style,
             std::ostream &out) const override;
};

} // namespace coverme

#endif

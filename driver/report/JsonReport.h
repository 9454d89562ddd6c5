// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results for programs: schema coverme-suite/1, docs/json.md.
#ifndef COVERME_DRIVER_REPORT_JSONREPORT_H
#define COVERME_DRIVER_REPORT_JSONREPORT_H

#include "Run.h"

#include <iosfwd>

namespace coverme {

// The document, a line for each site and each test, with a newline at the end.
// Apart from `timing` it is a function of source, options and seed. It is
// written piece by piece: tests times branches may be far more than memory
// should hold.
void writeJsonReport(const RunResult &result, std::ostream &out);

} // namespace coverme

#endif

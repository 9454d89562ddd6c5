// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains one branch, or one place, of a report.
#ifndef COVERME_DRIVER_REPORT_EXPLAIN_H
#define COVERME_DRIVER_REPORT_EXPLAIN_H

#include "report/Report.h"

#include <string>

namespace coverme {

// What is known of the branches at `place`: each one's verdict, with the proof
// or with the test that takes it. `place` is [FILE:]LINE[:COLUMN] or
// site:NUMBER, and may end in :true or :false. Throws Error(BadInput) when it
// is none, or nothing is there; then it names the nearest line with a branch.
std::string explain(const Report &report, const std::string &place);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A single run for a terminal.
#ifndef COVERME_DRIVER_REPORT_RUNREPORT_H
#define COVERME_DRIVER_REPORT_RUNREPORT_H

#include "run/SingleRun.h"

#include <string>

namespace coverme {

// The call with its result, or with how it misbehaved; then the branches taken,
// a line each, in the order in which their decisions were first met.
std::string runReport(const SingleRun &run);

} // namespace coverme

#endif

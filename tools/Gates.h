// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CI job fails by: the exit code of a run that has a report.
#ifndef COVERME_TOOLS_GATES_H
#define COVERME_TOOLS_GATES_H

#include "CommandLine.h"
#include "report/Report.h"
#include "support/Error.h"

#include <optional>

namespace coverme {

// Nothing without --baseline. Throws Error(BadInput) as readReport does.
std::optional<Report> readBaseline(const CommandLine &line);

// isWhole: no function with targets was skipped. Says on standard error what
// has changed since the baseline.
ExitCode exitCodeOf(const Report &report, const CommandLine &line,
                    const std::optional<Report> &baseline, bool isWhole);

} // namespace coverme

#endif

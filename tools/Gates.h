// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CI job fails by: the exit code of a run that has a report.
#ifndef COVERME_TOOLS_GATES_H
#define COVERME_TOOLS_GATES_H

#include "CommandLine.h"
#include "report/Baseline.h"
#include "report/Report.h"
#include "support/Error.h"

#include <optional>

namespace coverme {

// The baseline of --baseline; nullopt without one. Throws Error(BadInput) as
// readBaseline does, and for one of another goal.
std::optional<Baseline> baselineOf(const CommandLine &line);

// The exit code. Writes to standard error what has changed since the baseline.
// `isWhole`: no function with targets was skipped.
ExitCode exitCodeOf(const Report &report, const CommandLine &line,
                    const std::optional<Baseline> &baseline, bool isWhole);

} // namespace coverme

#endif

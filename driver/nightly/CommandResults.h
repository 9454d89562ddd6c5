// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the commands of a night say about themselves: versions, and why they
// failed.
#ifndef COVERME_DRIVER_NIGHTLY_COMMAND_RESULTS_H
#define COVERME_DRIVER_NIGHTLY_COMMAND_RESULTS_H

#include "support/Subprocess.h"

#include <string>

namespace coverme {

// The text up to the end of the first line.
std::string firstLine(const std::string &text);

// The line that says why, of what a failed command has printed.
std::string complaintOf(const ProcessResult &result);

// Why a call of coverme failed: its message, or else how it ended.
std::string failureOfCoverme(const ProcessResult &result);

// The first line of what `program --version` prints; the program's name if that
// fails.
std::string versionOf(const std::string &program);

} // namespace coverme

#endif

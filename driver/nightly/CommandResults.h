// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the commands of a night say about themselves: versions, and why they
// failed.
#ifndef COVERME_DRIVER_NIGHTLY_COMMAND_RESULTS_H
#define COVERME_DRIVER_NIGHTLY_COMMAND_RESULTS_H

#include "support/Subprocess.h"

#include <string>

namespace coverme {

// Up to the end of the first line.
std::string firstLine(const std::string &text);

// Of what a command that failed has printed, the line that says why.
std::string complaintOf(const ProcessResult &result);

// Why a call of coverme failed, by its message or else its end.
std::string failureOfCoverme(const ProcessResult &result);

// The first line of what `program --version` prints; the program's name if that
// fails.
std::string versionOf(const std::string &program);

} // namespace coverme

#endif

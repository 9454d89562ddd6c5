// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `coverme nightly site STORE --out DIR`.
#ifndef COVERME_TOOLS_NIGHTLYSITE_H
#define COVERME_TOOLS_NIGHTLYSITE_H

#include "support/Error.h"

#include <string>
#include <vector>

namespace coverme {

inline constexpr const char *kNightlySiteUsage =
    "coverme nightly site STORE --out DIR";

// Runs the command with the arguments behind `site`. Throws Error(BadInput).
ExitCode runNightlySite(std::vector<std::string> arguments);

} // namespace coverme

#endif

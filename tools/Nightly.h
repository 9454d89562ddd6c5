// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `coverme nightly`: a run over whole libraries, and what is made of its store.
#ifndef COVERME_TOOLS_NIGHTLY_H
#define COVERME_TOOLS_NIGHTLY_H

#include "support/Error.h"

#include <string>
#include <vector>

namespace coverme {

// Runs the command with the arguments behind `nightly`. Throws Error(BadInput).
ExitCode runNightly(const std::vector<std::string> &arguments);

} // namespace coverme

#endif

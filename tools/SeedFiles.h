// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_TOOLS_SEEDFILES_H
#define COVERME_TOOLS_SEEDFILES_H

#include "options/Options.h"

#include <string>
#include <vector>

namespace coverme {

// Reads the inputs of --seed-inputs: of reports, and of folders that have a
// file for each input. Throws Error(BadInput) as readReport does, and when a
// folder cannot be read.
SeedInputs readSeeds(const std::vector<std::string> &places);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user's assumptions say of inputs, as clang understands them.
#ifndef COVERME_DRIVER_FRONTEND_C_ASSUMPTIONS_H
#define COVERME_DRIVER_FRONTEND_C_ASSUMPTIONS_H

#include "core/InputBounds.h"
#include "core/Program.h"

#include <filesystem>
#include <vector>

namespace coverme {

// The bounds that the assumptions in the entry's plan have among what must hold
// in any case, as plainly as `parameter REL constant`. They may be wider than
// what is said, never narrower. Calls the compiler, in `folder`. Throws
// Error(BadInput), with the compiler's own words, for what is no expression
// over parameters and variables, and for one that assigns.
std::vector<AssumedBound>
boundsInAssumptions(const Program &program, uint32_t entry,
                    const std::filesystem::path &folder);

} // namespace coverme

#endif

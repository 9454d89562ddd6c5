// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that do not need each other's results.
#ifndef COVERME_DRIVER_SUPPORT_SIDEBYSIDE_H
#define COVERME_DRIVER_SUPPORT_SIDEBYSIDE_H

#include "support/Subprocess.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace coverme {

// Runs so many programs, as many of them at a time as there are processors.
// `start` makes one, in their order; `ended` gets what came of it, in the same
// order. What is running when that throws is killed.
void runSideBySide(
    size_t count, const std::function<std::unique_ptr<Process>(size_t)> &start,
    const std::function<void(size_t, const ProcessResult &)> &ended);

} // namespace coverme

#endif

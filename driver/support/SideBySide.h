// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs that do not need each other's results.
#ifndef COVERME_DRIVER_SUPPORT_SIDEBYSIDE_H
#define COVERME_DRIVER_SUPPORT_SIDEBYSIDE_H

#include "support/Subprocess.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace coverme {

// Runs `count` programs, as many at a time as there are processors. `start`
// makes the i-th one, in order; `ended` gets its result, in the same order.
// Programs that are running when `ended` throws are killed.
void runSideBySide(
    size_t count, const std::function<std::unique_ptr<Process>(size_t)> &start,
    const std::function<void(size_t, const ProcessResult &)> &ended);

} // namespace coverme

#endif

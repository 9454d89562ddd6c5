// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says in one line why a branch is infeasible:
//
//   for x in [-0x1p-27, 0x1p-27], 1e+300 + x is in [1e+300, 1e+300], never <= 1
#ifndef COVERME_DRIVER_PROVE_INTERVAL_REASON_H
#define COVERME_DRIVER_PROVE_INTERVAL_REASON_H

#include "core/Program.h"
#include "prove/interval/AbstractInterpreter.h"

#include <string>

namespace coverme {

// `visit` is what came to the target's site in all boxes that were run.
std::string reasonFor(const Function &entry, const code::Code &code,
                      const InputSpace &inputs, Query target,
                      const std::optional<AbstractInterpreter::Visit> &visit);

} // namespace coverme

#endif

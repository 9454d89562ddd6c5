// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of a call as people read them.
#ifndef COVERME_DRIVER_REPORT_VALUES_H
#define COVERME_DRIVER_REPORT_VALUES_H

#include "core/Program.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace coverme {

// "x = 1 (0x1p+0), p->n = -3"; of more than `most` numbers the first ones, and
// how many are left out.
std::string formatInputs(const Function &function,
                         const std::vector<uint64_t> &inputs,
                         size_t most = SIZE_MAX);

// ", *y = 2 (0x1p+1)": what the call left where its pointers point to, but for
// inputs that are as they were.
std::string formatOutputs(const Function &function,
                          const std::vector<uint64_t> &inputs,
                          const std::vector<uint64_t> &outputs);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts of an input decide nothing in a call, so that reports leave them
// out.
#ifndef COVERME_DRIVER_CORE_IDLEPARTS_H
#define COVERME_DRIVER_CORE_IDLEPARTS_H

#include "core/InputPlan.h"

#include <cstdint>
#include <vector>

namespace coverme {

struct IdleParts {
  // By slot, whether an input decides nothing: those of objects and functions
  // that no pointer leads to, those of members that unions do not have, that a
  // pointer leads to its own object, that a union has its first member, and
  // those of set-up calls that are not made.
  std::vector<bool> inputs;
  // By buffer: whether the pointer to it is not there, or null.
  std::vector<bool> buffers;
};
IdleParts findIdle(const InputPlan &plan, const std::vector<uint64_t> &inputs);

} // namespace coverme

#endif

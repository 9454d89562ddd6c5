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
  // By slot: whether the input decides nothing. Such are inputs of objects and
  // functions that no pointer leads to, of members that unions do not have, and
  // of set-up calls that are not made; and the choices that a pointer leads to
  // its own object, and that a union has its first member.
  std::vector<bool> inputs;
  // By buffer: whether the pointer to it is not there, or null.
  std::vector<bool> buffers;
};
IdleParts findIdle(const InputPlan &plan, const std::vector<uint64_t> &inputs);

} // namespace coverme

#endif

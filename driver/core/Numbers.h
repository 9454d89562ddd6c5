// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that an object consists of.
#ifndef COVERME_DRIVER_CORE_NUMBERS_H
#define COVERME_DRIVER_CORE_NUMBERS_H

#include "core/Program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace coverme {

struct ObjectNumber {
  std::string name; // as in C: "state.x[2]"
  Scalar scalar;    // of 64 bits at most
  uint32_t offset = 0;
};

// The first `most` numbers in an object of the type that is called `name`: no
// pointers, bit-fields, members of unions, or numbers of more than 64 bits.
std::vector<ObjectNumber> numbersOf(const Program &program, uint32_t type,
                                    const std::string &name, size_t most);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of the file that its callers may set, as settings are.
#ifndef COVERME_DRIVER_FRONTEND_C_OPENVARIABLES_H
#define COVERME_DRIVER_FRONTEND_C_OPENVARIABLES_H

#include "core/Program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct OpenVariable {
  std::string name;
  uint64_t first = 0; // its value at first
};

// The variables with external linkage that the function reads, or what it
// calls: numbers that are zero or one at first, and pointers, structs and
// arrays that are zero; those ahead that it does not write, and 8 at most.
// `files`: the program's object, and what it is linked with; what is no object
// counts for nothing.
std::vector<OpenVariable>
openVariables(const Program &program, uint32_t entry,
              const std::vector<std::filesystem::path> &files);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other places that pointers may lead to: a caller may pass the address of
// one object twice, that of a part of another one, that of a variable of the
// file, or null.
#ifndef COVERME_DRIVER_FRONTEND_C_ALIASES_H
#define COVERME_DRIVER_FRONTEND_C_ALIASES_H

#include "core/Program.h"

namespace coverme {

// A pointer of a plan, in the order in which they are met.
struct PlannedPointer {
  std::string name;     // as in C
  std::string typeName; // the same
  bool isReference = false;
  uint32_t pointee = 0; // in Program::types
  uint32_t flags = 0;   // coverme_parameter_flag, without ReadsAny
  uint32_t reach = 0;   // as in coverme_parameter
  uint32_t buffer = 0;  // of the plan
  bool isParameter = false;
};

// Does the code treat two pointers as the begin and the end of a range? It
// compares them, and accesses what the begin leads to and not what the end
// does: a function that compares what two pointers lead to, as memcmp does, is
// none of a range. The arguments are coverme_parameter_flag.
constexpr bool endsRange(uint32_t flags, uint32_t ofBegin) {
  constexpr uint32_t kAccess =
      COVERME_PARAMETER_Loads | COVERME_PARAMETER_Stores;
  return (flags & ofBegin & COVERME_PARAMETER_Compares) != 0 &&
         (ofBegin & kAccess) != 0 && (flags & kAccess) == 0;
}

// The most other places of one pointer, and the most pointers with a choice.
constexpr size_t kMaxAliases = 8;
constexpr size_t kMaxAliasing = 32;

// Adds an input for each pointer that may lead to the object of another one, or
// to a variable of the file, behind all others: where types, `restrict`, sizes
// and plan.isDistinct allow it, and the code could tell, as it writes through
// one and reads through the other, or compares them; and for each pointer that
// the code compares with null.
void addAliases(InputPlan &plan, const Program &program, const Function &entry,
                const std::vector<PlannedPointer> &pointers);

// Adds an input that says where a pointer leads: to its own object, or to one
// of `places`. Returns its slot.
uint32_t addChoice(InputPlan &plan, const std::string &name,
                   const std::string &typeName,
                   const std::vector<std::string> &places,
                   const std::string &first = "its own object");

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objects hold where, also one that code takes for one of several structs.
#ifndef COVERME_FRONTEND_C_STRUCTOVERLAY_H
#define COVERME_FRONTEND_C_STRUCTOVERLAY_H

#include "core/Program.h"

#include <span>
#include <vector>

namespace coverme {

// A member of one of the structs. The members of a struct that is the first
// member count as those of the struct around it, "first.x".
struct OverlaidMember {
  uint32_t part = 0;  // which of the structs has it, or has it first
  uint32_t owner = 0; // the innermost struct: an index of Program::types
  Member member;
};

struct StructOverlay {
  // Which no struct has another member in the place of. A pointer to void and
  // an array of many bytes give way to what says more.
  std::vector<OverlaidMember> shared;

  // A struct, and its members that are in the place of others'. None has the
  // same as another.
  struct Alternative {
    uint32_t part = 0;
    std::vector<OverlaidMember> members;
  };
  std::vector<Alternative> alternatives;
};

// The overlay of some structs, indices of Program::types. Bits of bit-fields
// count as their bytes.
StructOverlay overlayStructs(const Program &program,
                             std::span<const uint32_t> parts);

// Which bits of an object of the type mean something, of its first 64 KiB: none
// of its padding, and all of what is no struct, union or array.
std::vector<bool> meaningfulBits(const Program &program, uint32_t index);

} // namespace coverme

#endif

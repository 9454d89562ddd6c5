// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object that code takes for one of several structs.
#ifndef COVERME_FRONTEND_C_STRUCTOVERLAY_H
#define COVERME_FRONTEND_C_STRUCTOVERLAY_H

#include "core/Program.h"

#include <span>
#include <vector>

namespace coverme {

// A member of one of the structs. Those of a struct that is the first member
// count as members of the struct around it, too, where others begin with them.
struct OverlaidMember {
  uint32_t owner = 0; // the struct: an index of Program::types
  Member member;
};

struct StructOverlay {
  // Which no struct has another member in the place of. A pointer to void and
  // an array of bytes give way to what says more.
  std::vector<OverlaidMember> shared;

  // A struct, and its members that are in the place of others'. None has the
  // same as another.
  struct Alternative {
    uint32_t type = 0;
    std::vector<OverlaidMember> members;
  };
  std::vector<Alternative> alternatives;

  uint32_t byteSize = 0; // of the largest struct
};

// The overlay of the struct `index` and of others, which are named after it
// where they have the same members. Bits of bit-fields count as their bytes.
StructOverlay overlayStructs(const Program &program, uint32_t index,
                             std::span<const uint32_t> others);

} // namespace coverme

#endif

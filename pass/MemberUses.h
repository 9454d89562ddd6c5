// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what functions do with pointers that lie in objects.
#ifndef COVERME_PASS_MEMBERUSES_H
#define COVERME_PASS_MEMBERUSES_H

#include "Edges.h"
#include "Pointees.h"

#include <string>
#include <vector>

namespace coverme::pass {

/// As coverme_member_use.
struct MemberUse {
  std::string structName;
  uint32_t structBytes, byteOffset, flags;
};

/// For each of `functions`, the pointers in objects that it, or what it calls
/// in the module, compares with null; by index. Errs towards fewer: a pointer
/// is followed through local variables and into calls, but not through memory.
std::vector<std::vector<MemberUse>>
findMemberUses(const std::vector<llvm::Function *> &functions,
               const FunctionIndex &functionIndex, const PointeeMap &pointees);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that accesses at computed offsets stay in the variable that they are
// to.
#ifndef COVERME_PASS_OBJECTBOUNDS_H
#define COVERME_PASS_OBJECTBOUNDS_H

#include "RuntimeHooks.h"

#include "llvm/ADT/SmallVector.h"

namespace coverme::pass {

/// An instruction that reads or writes in a variable of the code's own, at an
/// offset that it computes.
struct VariableAccess {
  llvm::Instruction *instruction;
  llvm::Value *address; // what leads from it to the variable is all GEPs
  uint64_t lastOffset;  // the largest that lies within the variable
};

/// The accesses of the function, to variables whose sizes are known here.
llvm::SmallVector<VariableAccess>
findVariableAccesses(llvm::Function &function);

/// Tells the runtime of calls that go outside of the variable:
///
///   %inside = icmp ule i64 %offset, LAST
///   br i1 %inside, label %access, label %outside
/// outside:
///   call void @__coverme_outside()       ; may leave by longjmp
///   br label %access
///
/// C gives such a call no meaning: what lies there is another thing in each
/// build. An access outside of an array that stays in its variable (a row of a
/// table) finds the same in all builds, and passes.
/// require: the instruction and what it refers to are as they were found.
void checkBounds(const VariableAccess &access, RuntimeHooks &hooks);

} // namespace coverme::pass

#endif

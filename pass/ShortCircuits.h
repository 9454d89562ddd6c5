// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives the last operand of each && and || a branch of its own.
#ifndef COVERME_PASS_SHORTCIRCUITS_H
#define COVERME_PASS_SHORTCIRCUITS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace coverme::pass {

/// By the branch on a last operand: does clang branch on the whole && or ||?
using LastOperands = llvm::DenseMap<const llvm::Instruction *, bool>;

/// clang branches on every operand but the last where a && or || is needed as
/// a value; gcc, and so gcov, on the last one too. Rewrites
///
///   rhs:  %c = fcmp olt double %x, 1.0
///         br label %end
///   end:  %v = phi i1 [ false, %lhs ], [ %c, %rhs ]
/// to
///   rhs:  %c = fcmp olt double %x, 1.0
///         br i1 %c, label %yes, label %no
///   yes:  br label %end
///   no:   br label %end
///   end:  %v = phi i1 [ false, %lhs ], [ true, %yes ], [ false, %no ]
///
/// Where `end` does nothing but branch on %v, as in `while (a && b)`, the
/// edges into it then lead to where that branch would go, and `end` goes: the
/// distance to the loop's exit is one of %x, not one of a bit.
/// require: the switches of `function` are lowered.
/// Adds the branches on last operands to `operands`, which clang has none for.
void expandShortCircuits(llvm::Function &function, LastOperands &operands);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes sites of the boundaries of comparisons.
#ifndef COVERME_PASS_BOUNDARIES_H
#define COVERME_PASS_BOUNDARIES_H

#include "Marks.h"
#include "ShortCircuits.h"
#include "SwitchChains.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace coverme::pass {

/// Rewrites each decision in `functions` that compares numbers by order or for
/// equality,
///
///   head:  ...
///          br i1 %less, label %then, label %else     ; %less = fcmp olt %x, %y
/// to
///   head:  ...
///          %equal = fcmp oeq double %x, %y
///          br i1 %equal, label %mark.next, label %mark.else
///   mark.else:
///          br label %mark.next
///   mark.next:
///          br i1 %less, label %then, label %else
///
/// and adds the new branch to `marks`. Labels of a switch are no comparisons.
/// require: the switches of the functions are lowered
void insertBoundaries(llvm::ArrayRef<llvm::Function *> functions,
                      const CaseBranches &caseBranches,
                      const LastOperands &lastOperands, Marks &marks);

} // namespace coverme::pass

#endif

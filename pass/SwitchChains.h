// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns every switch into a chain of comparisons, one per case, so that each
// case becomes a site with a distance of its own.
#ifndef COVERME_PASS_SWITCHCHAINS_H
#define COVERME_PASS_SWITCHCHAINS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace coverme::pass {

/// The branches that stand for a case. For look-up only: never iterated.
using CaseBranches = llvm::DenseSet<const llvm::Instruction *>;

/// Rewrites
///
///   head:  switch i32 %v, label %rest [ i32 1, label %a
///                                       i32 7, label %b
///                                       i32 9, label %rest ]
/// to
///   head:  %1 = icmp eq i32 %v, 1
///          br i1 %1, label %a, label %next
///   next:  %2 = icmp eq i32 %v, 7
///          br i1 %2, label %b, label %rest
///
/// in the order of the cases. A case that goes where the default goes decides
/// nothing and is dropped, as gcc drops it before gcov counts, unless a break
/// in braces of its own (EmptyCases.h) goes there. PHIs of a destination get
/// one entry per edge that leads to it.
void lowerSwitches(llvm::Function &function, CaseBranches &caseBranches);

} // namespace coverme::pass

#endif

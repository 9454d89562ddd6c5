// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_PASS_EMPTYBODIES_H
#define COVERME_PASS_EMPTYBODIES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace coverme::pass {

using EmptyConditions = llvm::SmallPtrSet<const llvm::BranchInst *, 4>;

/// The conditions of `function`, and their operands, that no body hangs on, as
/// in `if (a && b > 3) { }`. gcc makes no code of these, without optimisation
/// either, so that nobody could see which way they go. It keeps a condition
/// that decides whether something is done that has an effect or may trap (a
/// load through a pointer, a division), and one ahead of a jump or a label that
/// the source has. Where the source may mean another thing to gcc, it may have
/// a body there: then none is empty. require: made by clang without
/// optimisation, with the names of blocks.
EmptyConditions findEmptyConditions(const llvm::Function &function);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In which order gcc has the two sides of a decision. Its coverage notes number
// them and say no more.
#ifndef COVERME_PASS_GCCORDER_H
#define COVERME_PASS_GCCORDER_H

#include "llvm/IR/Instructions.h"

namespace coverme::pass {

enum class GccOrder {
  Unknown,
  Kept,   // as in the source
  Turned, // the other way round
};

/// gcc keeps the body of an `if` ahead of its `else` where both have code, and
/// turns an `if` round that has nothing to do but its `else`. It turns `c ? a :
/// b` round where `a` is simpler than `b`: a number is simpler than an address
/// that does not change, that than a variable, and that than all else
/// (tree_swap_operands_p and fold_ternary_loc in fold-const.cc of gcc). Of a
/// comparison that it cannot negate, such as `x < y` of floating-point numbers,
/// it does not.
GccOrder orderInGcc(llvm::BranchInst &branch);
GccOrder orderInGcc(llvm::SelectInst &select);

/// Does a side of the branch give a value, of ?:, && or ||?
bool choosesValue(const llvm::BranchInst &branch);

} // namespace coverme::pass

#endif

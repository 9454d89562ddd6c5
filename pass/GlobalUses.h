// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions do with the variables of the module, and whose addresses a
// caller may have.
#ifndef COVERME_PASS_GLOBALUSES_H
#define COVERME_PASS_GLOBALUSES_H

#include "Edges.h"

#include "coverme/abi.h"

#include "llvm/IR/GlobalVariable.h"

#include <vector>

namespace coverme::pass {

/// Whether code outside of the module may have the address of `variable`: by
/// its name, as the result of a function, from another variable, or since it
/// was passed on. What the module's own functions are passed does not count.
bool mayBeGivenAway(const llvm::GlobalVariable &variable);

/// For each of `functions`, what it and all that it calls or names in the
/// module do with `globals`, variables and declared functions, whose indices
/// the uses have; by index.
std::vector<std::vector<coverme_use>>
findGlobalUses(const std::vector<llvm::Function *> &functions,
               const FunctionIndex &functionIndex,
               const std::vector<llvm::GlobalValue *> &globals);

} // namespace coverme::pass

#endif

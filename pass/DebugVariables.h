// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_PASS_DEBUGVARIABLES_H
#define COVERME_PASS_DEBUGVARIABLES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

namespace coverme::pass {

/// Calls `take` for each variable of the source that debug information names at
/// the instruction, with the address that the variable has from there on; null
/// where only its value is said.
void forEachDebugVariable(
    const llvm::Instruction &inst,
    llvm::function_ref<void(const llvm::DILocalVariable &variable,
                            const llvm::Value *address)>
        take);

} // namespace coverme::pass

#endif

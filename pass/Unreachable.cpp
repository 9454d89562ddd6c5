// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Unreachable.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {

namespace {

/// The call that the instruction follows at once, in its block or, behind an
/// invoke, as all of it.
const CallBase *callAhead(const Instruction &inst) {
  if (const Instruction *before = inst.getPrevNode())
    return dyn_cast<CallInst>(before);
  const BasicBlock *block = inst.getParent()->getSinglePredecessor();
  return block ? dyn_cast<InvokeInst>(block->getTerminator()) : nullptr;
}

} // namespace

void excludeUnreachable(Function &function, RuntimeHooks &hooks) {
  for (BasicBlock &block : function) {
    auto *end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (!end)
      continue;
    if (const CallBase *last = callAhead(*end); last && last->doesNotReturn())
      continue;
    IRBuilder<> builder(end);
    builder.setIsFPConstrained(function.hasFnAttribute(Attribute::StrictFP));
    builder.CreateCall(hooks.unreachable());
  }
}

} // namespace coverme::pass

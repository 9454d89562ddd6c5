// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Unreachable.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {

void excludeUnreachable(Function &function, RuntimeHooks &hooks) {
  for (BasicBlock &block : function) {
    auto *end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (!end)
      continue;
    const auto *last = dyn_cast_or_null<CallInst>(end->getPrevNode());
    if (last && last->doesNotReturn())
      continue;
    IRBuilder<> builder(end);
    builder.setIsFPConstrained(function.hasFnAttribute(Attribute::StrictFP));
    builder.CreateCall(hooks.unreachable());
  }
}

} // namespace coverme::pass

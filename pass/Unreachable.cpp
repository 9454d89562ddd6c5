// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Unreachable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {

namespace {

/// The call that the instruction follows at once, in its block or, behind an
/// invoke, as all of it.
CallBase *callAhead(Instruction &inst) {
  if (Instruction *before = inst.getPrevNode())
    return dyn_cast<CallInst>(before);
  BasicBlock *block = inst.getParent()->getSinglePredecessor();
  return block ? dyn_cast<InvokeInst>(block->getTerminator()) : nullptr;
}

bool isOfLibrary(StringRef name) {
  return name.starts_with("__cxa_") || name.starts_with("_Unwind_") ||
         name.starts_with("_ZSt") || name.starts_with("__clang_") ||
         name.starts_with("__assert") || name.contains("longjmp") ||
         StringSwitch<bool>(name)
             .Cases("abort", "exit", "_exit", "_Exit", "quick_exit", true)
             .Cases("pthread_exit", "thrd_exit", "__stack_chk_fail", true)
             .Cases("err", "errx", "verr", "verrx", true)
             .Default(false);
}

/// Does the source declare, where it calls, that the call does not return?
bool isLast(const CallBase *call) { return call && call->doesNotReturn(); }

/// May what is called return for all that? Nobody knows what it is, or it is
/// neither libc's nor declared so where its code is.
bool mayReturn(const CallBase &last) {
  const Function *callee = last.getCalledFunction();
  if (callee && callee->isDeclaration())
    return !isOfLibrary(callee->getName());
  return !callee || !callee->doesNotReturn();
}

} // namespace

bool isDefinedInPart(Function &function) {
  return any_of(function, [&](BasicBlock &block) {
    Instruction &end = *block.getTerminator();
    if (isa<ReturnInst>(end))
      return function.doesNotReturn();
    if (!isa<UnreachableInst>(end))
      return false;
    const CallBase *last = callAhead(end);
    return !isLast(last) || mayReturn(*last);
  });
}

void excludeUnreachable(Function &function, RuntimeHooks &hooks) {
  for (BasicBlock &block : function) {
    Instruction &end = *block.getTerminator();
    if (isa<UnreachableInst>(end)) {
      CallBase *last = callAhead(end);
      if (isLast(last) && !mayReturn(*last))
        continue;
      if (isLast(last)) { // or the optimiser drops what follows
        last->removeFnAttr(Attribute::NoReturn);
        if (Function *callee = last->getCalledFunction())
          callee->removeFnAttr(Attribute::NoReturn);
      }
    } else if (!isa<ReturnInst>(end) || !function.doesNotReturn()) {
      continue;
    }
    IRBuilder<> builder(&end);
    builder.setIsFPConstrained(function.hasFnAttribute(Attribute::StrictFP));
    builder.CreateCall(hooks.unreachable());
  }
}

} // namespace coverme::pass

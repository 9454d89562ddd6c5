// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Lifetimes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <set>
#include <vector>

namespace coverme {

bool isNamedWhenDead(const llvm::AllocaInst &slot) {
  std::set<const llvm::Value *> seen;
  std::vector<const llvm::Value *> addresses{&slot};
  std::set<const llvm::Instruction *> uses;
  std::vector<const llvm::IntrinsicInst *> ends;
  while (!addresses.empty()) {
    const llvm::Value *address = addresses.back();
    addresses.pop_back();
    if (!seen.insert(address).second)
      continue;
    for (const llvm::Use &use : address->uses()) {
      const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      if (user->isLifetimeStartOrEnd()) {
        const auto *mark = llvm::cast<llvm::IntrinsicInst>(user);
        if (mark->getIntrinsicID() == llvm::Intrinsic::lifetime_end)
          ends.push_back(mark);
        continue;
      }
      if (llvm::isa<llvm::ReturnInst>(user))
        return true;
      const auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
      const llvm::Instruction *place =
          phi ? phi->getIncomingBlock(use)->getTerminator() : user;
      uses.insert(place);
      if (user->getType()->isPointerTy() && !llvm::isa<llvm::LoadInst>(user))
        addresses.push_back(user);
    }
  }
  std::set<const llvm::BasicBlock *> entered;
  std::vector<const llvm::Instruction *> from;
  for (const llvm::IntrinsicInst *end : ends)
    from.push_back(end->getNextNode());
  while (!from.empty()) {
    const llvm::Instruction *at = from.back();
    from.pop_back();
    bool isAlive = false;
    for (; at != nullptr && !isAlive; at = at->getNextNode()) {
      if (uses.contains(at))
        return true;
      const auto *mark = llvm::dyn_cast<llvm::IntrinsicInst>(at);
      isAlive = mark &&
                mark->getIntrinsicID() == llvm::Intrinsic::lifetime_start &&
                mark->getArgOperand(mark->arg_size() - 1) == &slot;
      if (at->isTerminator())
        for (const llvm::BasicBlock *next : llvm::successors(at->getParent()))
          if (entered.insert(next).second)
            from.push_back(&next->front());
    }
  }
  return false;
}

} // namespace coverme

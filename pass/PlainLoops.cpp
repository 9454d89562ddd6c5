// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PlainLoops.h"

#include "coverme/fuel.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Instructions, ahead of optimisation. In a larger loop, checks cost less of
/// its time than a copy costs of the object's size.
constexpr size_t kLargest = 300;

using Blocks = SmallSetVector<BasicBlock *, 8>;

/// Of what is called, only code without decisions: it is inlined as a rule.
bool isStraight(const CallBase &call) {
  if (!isa<CallInst>(call) || call.isInlineAsm() || call.cannotDuplicate() ||
      call.isConvergent() || call.hasFnAttr(Attribute::ReturnsTwice))
    return false;
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsic->getIntrinsicID() !=
           Intrinsic::experimental_noalias_scope_decl;
  const Function *callee = call.getCalledFunction();
  return callee && callee->size() == 1;
}

/// Is it used behind the loop other than by a phi that says from where?
bool leaves(const Instruction &instruction, const Blocks &loop) {
  return any_of(instruction.uses(), [&](const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    const auto *phi = dyn_cast<PHINode>(user);
    return !loop.contains(phi ? phi->getIncomingBlock(use) : user->getParent());
  });
}

bool mayBeCopied(const Blocks &loop) {
  size_t size = 0;
  for (const BasicBlock *block : loop) {
    if (block->hasAddressTaken() || block->isEHPad() ||
        !isa<BranchInst, SwitchInst>(block->getTerminator()))
      return false;
    for (const Instruction &instruction : *block) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      if ((call && !isStraight(*call)) || isa<AllocaInst>(instruction) ||
          instruction.getType()->isTokenTy() || leaves(instruction, loop) ||
          ++size > kLargest)
        return false;
    }
  }
  return true;
}

/// The copy's head.
BasicBlock *copy(const Blocks &loop) {
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 8> blocks;
  for (BasicBlock *block : loop) {
    blocks.push_back(
        CloneBasicBlock(block, copies, ".plain", block->getParent()));
    copies[block] = blocks.back();
  }
  remapInstructionsInBlocks(blocks, copies);
  for (BasicBlock *block : loop)
    for (BasicBlock *exit : Blocks(succ_begin(block), succ_end(block))) {
      if (loop.contains(exit))
        continue;
      for (PHINode &phi : exit->phis())
        for (size_t i = 0, end = phi.getNumIncomingValues(); i < end; ++i)
          if (phi.getIncomingBlock(i) == block) {
            Value *value = phi.getIncomingValue(i);
            Value *other = copies.lookup(value);
            phi.addIncoming(other ? other : value,
                            cast<BasicBlock>(copies[block]));
          }
    }
  return blocks.front();
}

void addPlainLoop(const Blocks &loop, RuntimeHooks &hooks) {
  BasicBlock *head = loop.front();
  Blocks from;
  for (BasicBlock *block : predecessors(head))
    if (!loop.contains(block))
      from.insert(block);
  if (!all_of(from, [](const BasicBlock *block) {
        return isa<BranchInst, SwitchInst>(block->getTerminator());
      }))
    return;
  BasicBlock *ahead =
      SplitBlockPredecessors(head, from.getArrayRef(), ".choice");
  BasicBlock *plain = copy(loop);
  Instruction *end = ahead->getTerminator();
  IRBuilder<> builder(end);
  Value *left = builder.CreateLoad(builder.getInt64Ty(), hooks.fuel());
  builder.CreateCondBr(
      builder.CreateICmpUGT(left, builder.getInt64(COVERME_MOST_FUEL)), plain,
      head, MDBuilder(builder.getContext()).createLikelyBranchWeights());
  end->eraseFromParent();
}

} // namespace

void addPlainLoops(Function &function, RuntimeHooks &hooks) {
  if (function.hasOptNone() || function.hasOptSize())
    return;
  std::vector<Blocks> loops;
  {
    const DominatorTree dominators(function);
    const LoopInfo info(dominators);
    for (const Loop *loop : info.getLoopsInPreorder())
      if (loop->isInnermost())
        loops.emplace_back(loop->block_begin(), loop->block_end());
  }
  for (const Blocks &loop : loops)
    if (mayBeCopied(loop))
      addPlainLoop(loop, hooks);
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ShortCircuits.h"

#include "Condition.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace coverme::pass {
namespace {

BranchInst *plainJump(BasicBlock *block) {
  auto *jump = dyn_cast<BranchInst>(block->getTerminator());
  return jump && jump->isUnconditional() ? jump : nullptr;
}

/// Whether `phi` is the value of a && or ||: an operand that decides alone
/// shows as a constant.
bool isShortCircuit(const PHINode &phi) {
  return phi.getType()->isIntegerTy(1) &&
         any_of(phi.incoming_values(),
                [](const Use &value) { return isa<ConstantInt>(value); });
}

// --- the last operand -------------------------------------------------------

/// A block that only goes on to `end`, whose PHIs treat it like `twin`.
BasicBlock *createForwarder(BasicBlock *end, BasicBlock *twin,
                            const DebugLoc &location) {
  auto *forwarder =
      BasicBlock::Create(end->getContext(), "", end->getParent(), end);
  IRBuilder<> builder(forwarder);
  builder.SetCurrentDebugLocation(location);
  builder.CreateBr(end);
  for (PHINode &phi : end->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(twin), forwarder);
  return forwarder;
}

/// The new branch.
Instruction *branchOnOperand(PHINode &phi, BasicBlock *from, Value *operand) {
  BasicBlock *end = phi.getParent();
  BranchInst *jump = plainJump(from);
  DebugLoc location = jump->getDebugLoc();
  if (auto *inst = dyn_cast<Instruction>(operand); inst && !location)
    location = inst->getDebugLoc();

  BasicBlock *yes = createForwarder(end, from, location);
  BasicBlock *no = createForwarder(end, from, location);
  phi.setIncomingValueForBlock(yes, ConstantInt::getTrue(phi.getContext()));
  phi.setIncomingValueForBlock(no, ConstantInt::getFalse(phi.getContext()));
  end->removePredecessor(from, /*KeepOneInputPHIs=*/true);

  IRBuilder<> builder(jump);
  builder.SetCurrentDebugLocation(location);
  Instruction *branch = builder.CreateCondBr(operand, yes, no);
  jump->eraseFromParent();
  return branch;
}

bool isBranchedOn(const PHINode &phi) {
  auto *branch = dyn_cast<BranchInst>(phi.getParent()->getTerminator());
  return branch && branch->isConditional() &&
         resolveCondition(branch->getCondition()).value == &phi;
}

void expand(PHINode &phi, LastOperands &lastOperands) {
  SmallVector<std::pair<BasicBlock *, Value *>> operands;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (!isa<Constant>(phi.getIncomingValue(i)) &&
        plainJump(phi.getIncomingBlock(i)))
      operands.push_back({phi.getIncomingBlock(i), phi.getIncomingValue(i)});
  for (auto [from, operand] : operands)
    lastOperands[branchOnOperand(phi, from, operand)] = isBranchedOn(phi);
}

// --- a block that only branches on the value --------------------------------

/// Whether the way from `from` to `block` is one edge of a branch.
bool isBranchEdge(BasicBlock *from, BasicBlock *block) {
  return from != block && isa<BranchInst>(from->getTerminator()) &&
         count(successors(from), block) == 1;
}

/// Whether nothing would miss `block` but its predecessors.
bool isPrivate(const BasicBlock &block) {
  return all_of(block, [&](const Instruction &inst) {
    return inst.isTerminator() ||
           (!inst.mayHaveSideEffects() &&
            all_of(inst.users(), [&](const User *user) {
              return cast<Instruction>(user)->getParent() == &block;
            }));
  });
}

/// How the PHI of a && or || decides `block`; null if it does not, or if the
/// block does more than that, or if an edge into it does not know the outcome.
Decision decidingPhi(BasicBlock &block) {
  const Decision kNone = {nullptr, false};
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() ||
      branch->getSuccessor(0) == branch->getSuccessor(1))
    return kNone;
  Decision decision = resolveCondition(branch->getCondition());
  auto *phi = dyn_cast<PHINode>(decision.value);
  if (!phi || phi->getParent() != &block || !isPrivate(block))
    return kNone;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (!isa<ConstantInt>(phi->getIncomingValue(i)) ||
        !isBranchEdge(phi->getIncomingBlock(i), &block))
      return kNone;
  return decision;
}

/// Leads the edge from `from` to `block` to `target`, a successor of `block`.
void redirect(BasicBlock *from, BasicBlock *block, BasicBlock *target) {
  Instruction *terminator = from->getTerminator();
  // Two edges between two blocks could not carry different PHI values.
  if (is_contained(successors(from), target)) {
    terminator->replaceSuccessorWith(
        block, createForwarder(target, block, terminator->getDebugLoc()));
    return;
  }
  terminator->replaceSuccessorWith(block, target);
  for (PHINode &phi : target->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(block), from);
}

void threadThrough(BasicBlock *block, const PHINode &phi, bool negated) {
  auto *branch = cast<BranchInst>(block->getTerminator());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    bool value = cast<ConstantInt>(phi.getIncomingValue(i))->isOne();
    redirect(phi.getIncomingBlock(i), block,
             branch->getSuccessor(value != negated ? 0 : 1));
  }
  DeleteDeadBlock(block, /*DTU=*/nullptr, /*KeepOneInputPHIs=*/true);
}

} // namespace

void expandShortCircuits(Function &function, LastOperands &operands) {
  SmallVector<PHINode *> values;
  for (BasicBlock *block : depth_first(&function))
    for (PHINode &phi : block->phis())
      if (isShortCircuit(phi))
        values.push_back(&phi);
  for (PHINode *phi : values)
    expand(*phi, operands);

  // What the entry reaches, now with the new blocks.
  SmallVector<BasicBlock *> blocks(depth_first(&function));
  for (BasicBlock *block : blocks)
    if (Decision decision = decidingPhi(*block); decision.value)
      threadThrough(block, *cast<PHINode>(decision.value), decision.negated);
}

} // namespace coverme::pass

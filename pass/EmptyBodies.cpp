// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EmptyBodies.h"

#include "coverme/meaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace coverme::pass {
namespace {

/// Longer ways are not followed.
constexpr unsigned kMostBlocks = 64;

/// What clang calls the blocks of an `if` and of the operands of && and ||.
/// Where a jump or a label of the source leads to has another name.
bool isOfIf(const BasicBlock &block) {
  constexpr StringLiteral kNames[] = {"if.then", "if.else", "if.end",
                                      "land.lhs.true", "lor.lhs.false"};
  return any_of(kNames, [&](StringRef name) {
    return block.getName().starts_with(name);
  });
}

/// Does gcc drop it if nothing uses it? What may trap it keeps.
bool isIdle(const Instruction &inst) {
  if (isa<DbgInfoIntrinsic>(inst) || inst.isLifetimeStartOrEnd())
    return true;
  if (const auto *load = dyn_cast<LoadInst>(&inst))
    return !load->isVolatile() && isa<AllocaInst>(load->getPointerOperand());
  if (isa<BinaryOperator>(inst))
    return !inst.isIntDivRem() && !isa<FPMathOperator>(inst);
  return isa<CmpInst, SExtInst, ZExtInst, TruncInst>(inst);
}

/// The blocks that control comes by from `block` on, with it, up to the first
/// one that gcc makes code of.
SmallVector<const BasicBlock *> blocksFrom(const BasicBlock *block,
                                           const EmptyConditions &empty) {
  SmallVector<const BasicBlock *> blocks = {block};
  while (isOfIf(*block) && blocks.size() < kMostBlocks &&
         all_of(drop_end(*block), isIdle)) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || (branch->isConditional() && !empty.contains(branch)))
      break;
    block = branch->getSuccessor(0);
    blocks.push_back(block);
  }
  return blocks;
}

/// Do both ways of the branch come together within an `if`, or at its end,
/// without having done anything?
bool isEmpty(const BranchInst &branch, const EmptyConditions &empty) {
  const auto onTrue = blocksFrom(branch.getSuccessor(0), empty);
  const auto onFalse = blocksFrom(branch.getSuccessor(1), empty);
  const auto *meeting = std::find_first_of(onTrue.begin(), onTrue.end(),
                                           onFalse.begin(), onFalse.end());
  return meeting != onTrue.end() && isOfIf(**meeting);
}

} // namespace

EmptyConditions findEmptyConditions(const Function &function) {
  EmptyConditions empty;
  if (function.hasFnAttribute(COVERME_OPEN_SOURCE_ATTRIBUTE))
    return empty;
  // The last operand is empty first, and the ones ahead of it then.
  for (bool isMore = true; isMore;) {
    isMore = false;
    for (const BasicBlock &block : function)
      if (const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
          branch && branch->isConditional() && !empty.contains(branch) &&
          isEmpty(*branch, empty)) {
        empty.insert(branch);
        isMore = true;
      }
  }
  return empty;
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SwitchChains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <utility>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace coverme::pass {
namespace {

/// Whether the jump is a break in braces that EmptyCases.h has put around it,
/// which begin where it does.
bool isBreak(const BranchInst &jump) {
  const DebugLoc &own = jump.getDebugLoc();
  const auto *braces =
      own ? dyn_cast<DILexicalBlock>(own->getScope()) : nullptr;
  return braces && braces->getLine() == own.getLine() &&
         braces->getColumn() == own.getCol();
}

/// The block that `block` does nothing but go on to; null if it does more.
const BasicBlock *nextOf(const BasicBlock *block) {
  auto *jump = dyn_cast<BranchInst>(block->getTerminator());
  const bool isEmpty = jump && jump->isUnconditional() &&
                       !isa<PHINode>(block->front()) &&
                       !isa<PHINode>(jump->getSuccessor(0)->front()) &&
                       block->sizeWithoutDebug() == 1;
  return isEmpty ? jump->getSuccessor(0) : nullptr;
}

/// Whether one label is behind the other, and nothing is between them but
/// labels. `isOwn` asks of a block whether it is a statement all the same.
bool fallsThrough(const BasicBlock *block, const BasicBlock *target,
                  function_ref<bool(const BasicBlock *)> isOwn) {
  SmallPtrSet<const BasicBlock *, 8> seen; // `for (;;) ;` goes on to itself
  while (block && block != target && seen.insert(block).second)
    block = isOwn(block) ? nullptr : nextOf(block);
  return block == target;
}

/// The comparison that clang makes of a large range of `value`, `case 1 ...
/// 100:`, which comes where the switch has no case; null if `block` is none.
BranchInst *rangeOf(const BasicBlock *block, const Value *value) {
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  constexpr size_t kSize = 3; // with the difference and the comparison
  const bool isRange =
      branch && branch->isConditional() && block->sizeWithoutDebug() == kSize &&
      match(branch->getCondition(),
            m_SpecificICmp(ICmpInst::ICMP_ULE,
                           m_Sub(m_Specific(value), m_ConstantInt()),
                           m_ConstantInt())) &&
      !isa<PHINode>(branch->getSuccessor(0)->front());
  return isRange ? const_cast<BranchInst *>(branch) : nullptr;
}

class SwitchChain {
public:
  SwitchChain(SwitchInst &inst, CaseBranches &branches)
      : value(inst.getCondition()), location(inst.getDebugLoc()),
        tail(inst.getParent()), fallback(inst.getDefaultDest()), rest(fallback),
        caseBranches(branches) {
    SmallVector<BranchInst *> ranges;
    while (BranchInst *range = rangeOf(rest, value)) {
      ranges.push_back(range);
      rest = range->getSuccessor(1);
    }
    for (BranchInst *range : ranges)
      if (decidesNothing(range->getSuccessor(0)))
        ReplaceInstWithInst(range, BranchInst::Create(range->getSuccessor(1)));
    for (auto &handle : inst.cases())
      if (!decidesNothing(handle.getCaseSuccessor()))
        cases.push_back({handle.getCaseValue(), handle.getCaseSuccessor()});
    forgetPhiEntries();
    inst.eraseFromParent();
  }

  void emit() {
    for (size_t i = 0; i < cases.size(); ++i)
      emitCase(cases[i].first, cases[i].second, i + 1 == cases.size());
    if (cases.empty()) {
      IRBuilder<> builder(tail);
      builder.SetCurrentDebugLocation(location);
      builder.CreateBr(fallback);
      addPhiEntries(fallback);
    }
  }

private:
  /// `case 2: default:` and `default: case 2:` too: clang gives each label its
  /// own block.
  bool decidesNothing(const BasicBlock *destination) const {
    const auto leaves = [](const BasicBlock *block) {
      auto *jump = dyn_cast<BranchInst>(block->getTerminator());
      return jump && isBreak(*jump);
    };
    return fallsThrough(destination, rest, leaves) ||
           fallsThrough(rest, destination, leaves);
  }

  /// Removes what the PHIs of the destinations hold for the switch's block,
  /// and remembers it: all edges of one block carry the same value.
  void forgetPhiEntries() {
    for (BasicBlock *destination : successors(tail))
      for (PHINode &phi : destination->phis()) {
        int index = phi.getBasicBlockIndex(tail);
        if (index < 0)
          continue; // a destination of several cases: done by the first
        phiValues[&phi] = phi.getIncomingValue(index);
        phi.removeIncomingValueIf(
            [&](unsigned i) { return phi.getIncomingBlock(i) == tail; },
            /*DeletePHIIfEmpty=*/false);
      }
  }

  void addPhiEntries(BasicBlock *destination) {
    for (PHINode &phi : destination->phis())
      phi.addIncoming(phiValues.lookup(&phi), tail);
  }

  void emitCase(ConstantInt *label, BasicBlock *destination, bool last) {
    BasicBlock *next =
        last ? fallback
             : BasicBlock::Create(tail->getContext(), "", tail->getParent(),
                                  tail->getNextNode());
    IRBuilder<> builder(tail);
    builder.SetCurrentDebugLocation(location);
    Value *matches = builder.CreateICmpEQ(value, label);
    caseBranches.insert(builder.CreateCondBr(matches, destination, next));
    addPhiEntries(destination);
    if (last)
      addPhiEntries(fallback);
    tail = next;
  }

  Value *value;
  DebugLoc location;
  BasicBlock *tail; // the block that the next comparison goes to
  BasicBlock *fallback;
  const BasicBlock *rest; // where what is in no range goes, too
  SmallVector<std::pair<ConstantInt *, BasicBlock *>> cases;
  DenseMap<const PHINode *, Value *> phiValues;
  CaseBranches &caseBranches;
};

} // namespace

void lowerSwitches(Function &function, CaseBranches &caseBranches) {
  SmallVector<SwitchInst *> switches;
  for (BasicBlock &block : function)
    if (auto *inst = dyn_cast<SwitchInst>(block.getTerminator()))
      switches.push_back(inst);
  for (SwitchInst *inst : switches)
    SwitchChain(*inst, caseBranches).emit();
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SwitchChains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <utility>

using namespace llvm;

namespace coverme::pass {
namespace {

/// Whether the jump is in braces within those of the switch at `location`.
bool isInBraces(const BranchInst &jump, const DebugLoc &location) {
  const DebugLoc &own = jump.getDebugLoc();
  if (!own || !location)
    return false;
  const auto *braces = dyn_cast<DILexicalBlock>(own->getScope());
  return braces && isa<DILexicalBlock>(braces->getScope()) &&
         braces->getScope() != location->getScope();
}

/// Whether `block` does nothing but go on to `target`.
bool fallsThrough(const BasicBlock *block, const BasicBlock *target) {
  auto *jump = dyn_cast<BranchInst>(block->getTerminator());
  return jump && jump->isUnconditional() && jump->getSuccessor(0) == target &&
         !isa<PHINode>(block->front()) && !isa<PHINode>(target->front()) &&
         block->sizeWithoutDebug() == 1;
}

class SwitchChain {
public:
  SwitchChain(SwitchInst &inst, CaseBranches &branches)
      : value(inst.getCondition()), location(inst.getDebugLoc()),
        tail(inst.getParent()), fallback(inst.getDefaultDest()),
        caseBranches(branches) {
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
    return destination == fallback ||
           (fallsThrough(destination, fallback) &&
            !isInBraces(*cast<BranchInst>(destination->getTerminator()),
                        location)) ||
           fallsThrough(fallback, destination);
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

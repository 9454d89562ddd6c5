// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Boundaries.h"

#include "BranchSites.h"
#include "coverme/marks.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Whether the sides are numbers of which one may be less, equal or greater.
bool hasBoundary(const Comparison &comparison) {
  constexpr unsigned kOrdered =
      COVERME_REL_EQUAL | COVERME_REL_GREATER | COVERME_REL_LESS;
  const unsigned asked = comparison.op & kOrdered;
  return comparison.kind != COVERME_OPERAND_ptr &&
         comparison.kind != COVERME_OPERAND_bit && !comparison.leftIsAbsolute &&
         asked != 0 && asked != kOrdered; // else it tells NaNs from numbers
}

Value *createEqual(const Comparison &comparison, Instruction *before) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(
      cast<Instruction>(comparison.decider)->getDebugLoc());
  // Its operands may be parts of the number that the hook gets.
  if (auto *integers = dyn_cast<ICmpInst>(comparison.decider))
    return builder.CreateICmpEQ(integers->getOperand(0),
                                integers->getOperand(1));
  builder.setIsFPConstrained(
      before->getFunction()->hasFnAttribute(Attribute::StrictFP));
  return builder.CreateFCmpOEQ(comparison.left, comparison.right);
}

Instruction *insertBoundary(const Site &site) {
  Value *equal = createEqual(site.comparison, site.at);
  if (!isa<Instruction>(equal))
    return nullptr; // of constants
  BasicBlock *head = site.at->getParent();
  BasicBlock *next = head->splitBasicBlock(site.at->getIterator(), "mark.next");
  BasicBlock *other = BasicBlock::Create(head->getContext(), "mark.else",
                                         head->getParent(), next);
  BranchInst::Create(next, other);
  Instruction *jump = head->getTerminator();
  auto *mark = BranchInst::Create(next, other, equal, jump->getIterator());
  mark->setDebugLoc(cast<Instruction>(equal)->getDebugLoc());
  jump->eraseFromParent();
  return mark;
}

} // namespace

void insertBoundaries(ArrayRef<Function *> functions,
                      const CaseBranches &caseBranches,
                      const LastOperands &lastOperands, Marks &marks) {
  for (Function *function : functions)
    for (const Site &site :
         findSites(*function, caseBranches, lastOperands, marks))
      if (site.kind != COVERME_SITE_Mark && site.kind != COVERME_SITE_Case &&
          hasBoundary(site.comparison))
        if (Instruction *mark = insertBoundary(site))
          marks[mark] = COVERME_MARK_BOUNDARY;
}

} // namespace coverme::pass

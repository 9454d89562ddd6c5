// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GccOrder.h"

#include "Condition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Does `block` do anything but go on? A variable alone is no code.
bool hasCode(const BasicBlock &block) {
  return any_of(block, [](const Instruction &inst) {
    return !inst.isTerminator() && !isa<DbgInfoIntrinsic>(inst) &&
           !inst.isLifetimeStartOrEnd();
  });
}

bool isNamed(const BasicBlock *block, StringRef name) {
  return block->getName().starts_with(name);
}

/// Unknown for what decides of no `if` alone.
GccOrder orderOfBodies(const BranchInst &branch) {
  const BasicBlock *first = branch.getSuccessor(0);
  const BasicBlock *second = branch.getSuccessor(1);
  const bool hasElse = isNamed(first, "if.else") || isNamed(second, "if.else");
  if (hasCode(*first) && hasCode(*second))
    return hasElse || isNamed(first, "if.then") || isNamed(second, "if.then")
               ? GccOrder::Kept
               : GccOrder::Unknown;
  if (hasCode(*first))
    std::swap(first, second);
  return hasElse && isNamed(first, "if.then") && hasCode(*second)
             ? GccOrder::Turned
             : GccOrder::Unknown;
}

bool isSideOfChoice(const BasicBlock *block) {
  return isNamed(block, "cond.true") || isNamed(block, "cond.false");
}

bool isEndOfLogic(const BasicBlock *block) {
  return isNamed(block, "land.end") || isNamed(block, "lor.end");
}

/// How simple the expression of a value is, as far as the IR tells: 0 a number,
/// 1 an address that does not change, 2 a variable, 3 all else.
struct Rank {
  unsigned least, most;
};

constexpr Rank kNotKnown = {0, 3};

Rank rankOfLoad(const LoadInst &load) {
  const Value *from = load.getPointerOperand();
  const Type *type = nullptr;
  if (auto *variable = dyn_cast<AllocaInst>(from))
    type = variable->getAllocatedType();
  else if (auto *variable = dyn_cast<GlobalVariable>(from)) {
    if (variable->isConstant()) // C++ knows the number
      return kNotKnown;
    type = variable->getValueType();
  }
  // The first member is at the address of the whole.
  return type == load.getType() ? Rank{2, 2} : Rank{3, 3};
}

Rank rankOf(const Value &value) {
  if (isa<ConstantData>(value))
    return {0, 0};
  if (isa<Constant>(value))
    return {1, 3};
  if (auto *load = dyn_cast<LoadInst>(&value)) // `a ?: b` saves what it reads
    return load->hasOneUse() ? rankOfLoad(*load) : kNotKnown;
  // A bool is a variable still.
  if (auto *cast = dyn_cast<CastInst>(&value))
    return cast->getType()->isIntegerTy(1) ||
                   isa<PtrToIntInst, IntToPtrInst>(cast)
               ? rankOf(*cast->getOperand(0))
               : Rank{3, 3};
  return isa<AllocaInst>(value) ? Rank{1, 3} : Rank{3, 3};
}

/// Of the value that `side` of a choice has. Without a value, it may be
/// `(void)0`.
Rank rankOfSide(const BasicBlock &side) {
  const BasicBlock *end = side.getSingleSuccessor();
  if (!end) // another choice
    return {3, 3};
  for (const PHINode &phi : end->phis())
    if (phi.getBasicBlockIndex(&side) >= 0)
      return rankOf(*phi.getIncomingValueForBlock(&side));
  return kNotKnown;
}

/// What gcc does with a choice by the comparison that decides it.
enum class Turning {
  Unknown,
  AtMostBySides, // C turns a choice by a bool, and C++ does not
  BySides,
};

/// `isNegated`: besides what the condition itself says.
Turning turningOf(Value *condition, bool isNegated) {
  Value *decider = describeCondition(condition).decider;
  if (auto *floats = dyn_cast<FCmpInst>(decider);
      floats && (floats->getPredicate() == FCmpInst::FCMP_OEQ ||
                 floats->getPredicate() == FCmpInst::FCMP_UNE))
    return Turning::BySides;
  const auto isOfBool = [](const Use &operand) {
    auto *cast = dyn_cast<CastInst>(&*operand);
    return operand->getType()->isIntegerTy(1) ||
           (cast && cast->getSrcTy()->isIntegerTy(1));
  };
  if (auto *integers = dyn_cast<ICmpInst>(decider);
      integers && none_of(integers->operands(), isOfBool))
    return Turning::BySides;
  // Others are negated with ! alone, which turns the choice round or does not.
  return decider == condition && !isNegated ? Turning::AtMostBySides
                                            : Turning::Unknown;
}

GccOrder orderOf(Rank first, Rank second, Turning turning) {
  if (turning != Turning::Unknown && first.least >= second.most)
    return GccOrder::Kept;
  return turning == Turning::BySides && first.most < second.least
             ? GccOrder::Turned
             : GccOrder::Unknown;
}

GccOrder orderOfSides(BranchInst &branch) {
  const BasicBlock *first = branch.getSuccessor(0);
  const BasicBlock *second = branch.getSuccessor(1);
  const bool isNegated = !isNamed(first, "cond.true");
  if (isNegated)
    std::swap(first, second);
  Turning turning = Turning::BySides;
  if (first->getSinglePredecessor() && second->getSinglePredecessor())
    turning = turningOf(branch.getCondition(), isNegated);
  // gcc negates && and ||, whatever is compared there, and has the sides of
  // their last operand in the order of the whole. What is decided by another
  // choice, it does not turn.
  else if (any_of(predecessors(first), isSideOfChoice) ||
           any_of(predecessors(second), isSideOfChoice))
    turning = Turning::AtMostBySides;
  return orderOf(rankOfSide(*first), rankOfSide(*second), turning);
}

/// The last operand of a && or ||: it goes to the end by blocks of its own.
GccOrder orderOfLast(const BranchInst &branch) {
  const BasicBlock *end = branch.getSuccessor(0)->getSingleSuccessor();
  if (!end || !isEndOfLogic(end))
    return GccOrder::Unknown;
  for (const PHINode &phi : end->phis())
    for (const User *user : phi.users())
      // `!(a && b)` is `!a || !b`.
      if (!isa<ZExtInst>(user) && !isa<ReturnInst>(user))
        return GccOrder::Unknown;
  return GccOrder::Kept;
}

} // namespace

bool choosesValue(const BranchInst &branch) {
  return any_of(branch.successors(), [](const BasicBlock *block) {
    return isSideOfChoice(block) || isEndOfLogic(block);
  });
}

GccOrder orderInGcc(BranchInst &branch) {
  if (const GccOrder order = orderOfBodies(branch); order != GccOrder::Unknown)
    return order;
  if (all_of(branch.successors(), isSideOfChoice))
    return orderOfSides(branch);
  // The next operand of a && or || stands ahead of what follows these.
  return choosesValue(branch) ? GccOrder::Kept : orderOfLast(branch);
}

GccOrder orderInGcc(SelectInst &select) {
  return orderOf(rankOf(*select.getTrueValue()),
                 rankOf(*select.getFalseValue()),
                 turningOf(select.getCondition(), false));
}

} // namespace coverme::pass

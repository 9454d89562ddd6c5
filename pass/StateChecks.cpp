// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StateChecks.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cassert>

using namespace llvm;

namespace coverme::pass {
namespace {

/// `operand` as the hook of `kind` takes it.
Value *widen(IRBuilder<> &builder, Value *operand, coverme_operand_kind kind) {
  switch (kind) {
  case COVERME_OPERAND_f32:
    return operand->getType()->isFloatTy()
               ? operand
               : builder.CreateFPExt(operand, builder.getFloatTy());
  case COVERME_OPERAND_s64:
    return builder.CreateSExt(operand, builder.getInt64Ty());
  case COVERME_OPERAND_u64:
    return builder.CreateZExt(operand, builder.getInt64Ty());
  case COVERME_OPERAND_bit:
    return builder.CreateZExt(operand, builder.getInt32Ty());
  case COVERME_OPERAND_f64:
  case COVERME_OPERAND_f80:
  case COVERME_OPERAND_ptr:
    return operand;
  }
  llvm_unreachable("unknown operand kind");
}

/// Whether a run could see different values in different uses of `value`.
/// Arguments are what a trampoline or a defined caller passes.
bool mayBeIndefinite(const Value *value) {
  if (isa<UndefValue>(value)) // poison too
    return true;
  return !isa<Constant, Argument, FreezeInst>(value);
}

/// `value` frozen ahead of `user`, which then uses it in place of `value`. Two
/// sites of one comparison share it.
Value *freezeFor(Instruction *user, Value *value) {
  if (!mayBeIndefinite(value))
    return value;
  for (const Use &operand : user->operands())
    if (auto *frozen = dyn_cast<FreezeInst>(operand);
        frozen && frozen->getOperand(0) == value)
      return frozen;
  auto *frozen = new FreezeInst(value, "", user->getIterator());
  frozen->setDebugLoc(user->getDebugLoc());
  user->replaceUsesOfWith(value, frozen);
  return frozen;
}

/// Makes hook and branch see one value where the code under test reads what it
/// never wrote, or overflows a conversion:
///
///   %c = icmp slt i32 %n, poison       %f = freeze i32 poison
///   br i1 %c, ...                 to   %c = icmp slt i32 %n, %f
///                                      br i1 %c, ...
///
/// Without it the optimiser may take the hook's operand for one value and the
/// branch's for another, or what follows for unreachable.
void freezeOperands(Comparison &comparison, Instruction *decision) {
  auto *compare = dyn_cast<Instruction>(comparison.decider);
  if (comparison.kind == COVERME_OPERAND_bit) {
    comparison.left = freezeFor(decision, comparison.left);
    return;
  }
  if (!compare)
    return;
  if (comparison.leftLow) {
    auto *pair = cast<Instruction>(isa<Instruction>(compare->getOperand(0))
                                       ? compare->getOperand(0)
                                       : compare->getOperand(1));
    comparison.left = freezeFor(pair, comparison.left);
    comparison.leftLow = freezeFor(pair, comparison.leftLow);
    return;
  }
  const bool isSame = comparison.left == comparison.right;
  comparison.left = freezeFor(compare, comparison.left);
  comparison.right =
      isSame ? comparison.left : freezeFor(compare, comparison.right);
}

void callPen(Instruction *before, const Site &site, Constant *state,
             RuntimeHooks &hooks) {
  const Comparison &comparison = site.comparison;
  IRBuilder<> builder(before);
  // Under -frounding-math each floating-point operation and call is marked.
  builder.setIsFPConstrained(
      before->getFunction()->hasFnAttribute(Attribute::StrictFP));
  Value *left = comparison.left;
  if (comparison.leftIsAbsolute)
    left = builder.CreateUnaryIntrinsic(Intrinsic::fabs, left);
  left = widen(builder, left, comparison.kind);
  if (comparison.leftLow) {
    Value *high = builder.CreateShl(left, 32);
    Value *low = builder.CreateZExt(comparison.leftLow, left->getType());
    left = builder.CreateAdd(high, low);
  }
  Value *right = widen(builder, comparison.right, comparison.kind);
  builder.CreateCall(hooks.pen(comparison.kind),
                     {state, builder.getInt32(comparison.op), left, right});
}

/// Is the code that it calls surely not here?
bool isElsewhere(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(
      call.getCalledOperand()->stripPointerCastsAndAliases());
  return call.isInlineAsm() || (callee && callee->isDeclaration());
}

/// `alloc_align`: clang says so behind the call where the alignment is no
/// constant.
void dropAssumedAlignment(CallBase &call) {
  for (User *user : make_early_inc_range(call.users()))
    if (auto *assumed = dyn_cast<AssumeInst>(user);
        assumed && assumed->getOperandBundle("align"))
      assumed->eraseFromParent();
}

} // namespace

GlobalVariable *createStates(Module &module, uint64_t siteCount) {
  assert(siteCount > 0);
  Type *type = ArrayType::get(Type::getInt8Ty(module.getContext()), siteCount);
  auto *states = new GlobalVariable(
      module, type, /*isConstant=*/false, GlobalValue::PrivateLinkage,
      ConstantAggregateZero::get(type), "coverme.states");
  states->setSection(COVERME_STATES_SECTION);
  states->setAlignment(Align(1));
  appendToUsed(module, {states});
  return states;
}

void insertCheck(Site &site, uint64_t index, GlobalVariable *states,
                 RuntimeHooks &hooks) {
  freezeOperands(site.comparison, site.at);
  IRBuilder<> builder(site.at);
  Constant *state = ConstantExpr::getInBoundsGetElementPtr(
      builder.getInt8Ty(), states, builder.getInt64(index));
  Value *on =
      builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), state));
  Instruction *then = SplitBlockAndInsertIfThen(
      on, site.at, /*Unreachable=*/false,
      MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
  callPen(then, site, state, hooks);
}

void dropPromises(Module &module) {
  AttributeMask effects;
  effects.addAttribute(Attribute::Memory);
  effects.addAttribute(Attribute::WillReturn);
  effects.addAttribute(Attribute::Speculatable);
  AttributeMask results;
  results.addAttribute(Attribute::NoAlias);
  results.addAttribute(Attribute::NonNull);
  results.addAttribute(Attribute::Alignment);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.removeFnAttrs(effects);
    function.removeRetAttrs(results);
    SmallVector<CallBase *> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction);
          call && !isElsewhere(*call))
        calls.push_back(call);
    for (CallBase *call : calls) {
      call->removeFnAttrs(effects);
      call->removeRetAttrs(results);
      dropAssumedAlignment(*call);
    }
  }
}

} // namespace coverme::pass

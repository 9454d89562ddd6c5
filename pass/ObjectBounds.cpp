// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ObjectBounds.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;

namespace coverme::pass {
namespace {

/// As many GEPs lead to a variable at most; those of code that nothing reaches
/// may go in a circle.
constexpr unsigned kMostSteps = 8;

std::optional<uint64_t> fixedSize(TypeSize size) {
  return size.isScalable() ? std::nullopt : std::optional(size.getFixedValue());
}

/// The bytes of the variable; nullopt: `base` is none, or not known.
std::optional<uint64_t> sizeOf(const Value &base, const DataLayout &layout) {
  if (const auto *local = dyn_cast<AllocaInst>(&base)) {
    const std::optional<TypeSize> size = local->getAllocationSize(layout);
    return size ? fixedSize(*size) : std::nullopt;
  }
  const auto *global = dyn_cast<GlobalVariable>(&base);
  if (!global || global->isDeclaration() || global->isInterposable())
    return std::nullopt;
  return fixedSize(layout.getTypeAllocSize(global->getValueType()));
}

/// The access of so many bytes, unless its offset is fixed.
void addAccess(Instruction &instruction, Value *address,
               std::optional<uint64_t> bytes,
               SmallVectorImpl<VariableAccess> &accesses) {
  bool isComputed = false;
  const Value *base = address;
  unsigned steps = 0;
  while (const auto *step = dyn_cast<GEPOperator>(base)) {
    if (step->getType()->isVectorTy() || ++steps > kMostSteps)
      return;
    isComputed |= !step->hasAllConstantIndices();
    base = step->getPointerOperand();
  }
  if (!isComputed)
    return;
  const std::optional<uint64_t> size =
      sizeOf(*base, instruction.getModule()->getDataLayout());
  if (size && bytes && *bytes <= *size)
    accesses.push_back({&instruction, address, *size - *bytes});
}

std::optional<uint64_t> lengthOf(const MemIntrinsic &call) {
  const auto *length = dyn_cast<ConstantInt>(call.getLength());
  return length && !length->isZero() ? std::optional(length->getZExtValue())
                                     : std::nullopt;
}

} // namespace

SmallVector<VariableAccess> findVariableAccesses(Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  SmallVector<VariableAccess> accesses;
  for (Instruction &instruction : instructions(function)) {
    if (Value *address = getLoadStorePointerOperand(&instruction)) {
      addAccess(
          instruction, address,
          fixedSize(layout.getTypeStoreSize(getLoadStoreType(&instruction))),
          accesses);
    } else if (auto *call = dyn_cast<MemIntrinsic>(&instruction)) {
      addAccess(instruction, call->getRawDest(), lengthOf(*call), accesses);
      if (auto *copy = dyn_cast<MemTransferInst>(call))
        addAccess(instruction, copy->getRawSource(), lengthOf(*call), accesses);
    }
  }
  return accesses;
}

void checkBounds(const VariableAccess &access, RuntimeHooks &hooks) {
  Function *function = access.instruction->getFunction();
  const DataLayout &layout = function->getParent()->getDataLayout();
  IRBuilder<> builder(access.instruction);
  builder.setIsFPConstrained(function->hasFnAttribute(Attribute::StrictFP));
  Value *offset = builder.getInt64(0);
  for (Value *at = access.address; auto *step = dyn_cast<GEPOperator>(at);
       at = step->getPointerOperand())
    offset = builder.CreateAdd(
        offset, emitGEPOffset(&builder, layout, step, /*NoAssumptions=*/true));
  Instruction *outside = SplitBlockAndInsertIfThen(
      builder.CreateICmpUGT(offset, builder.getInt64(access.lastOffset)),
      access.instruction, /*Unreachable=*/false,
      MDBuilder(builder.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(outside);
  builder.CreateCall(hooks.outside());
}

} // namespace coverme::pass

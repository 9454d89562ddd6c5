// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Constants.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace coverme::pass {
namespace {

// Larger arrays are tables of values to compute with, whose elements are not
// likely to be met by an input. Arbitrary, large enough for polynomials.
constexpr uint64_t kMaxArrayElements = 64;

class ConstantCollector {
public:
  void visit(const Instruction &inst) {
    if (isa<AllocaInst>(inst))
      return;
    for (const Use &use : inst.operands()) {
      if (auto *global = referencedGlobal(use.get()))
        visitGlobal(*global);
      else if (auto *constant = dyn_cast<Constant>(use.get());
               constant && isNumber(inst, use))
        add(*constant);
    }
  }

  std::vector<coverme_constant> take() { return std::move(found); }

private:
  static const GlobalVariable *referencedGlobal(const Value *operand) {
    if (!operand->getType()->isPointerTy())
      return nullptr;
    return dyn_cast<GlobalVariable>(getUnderlyingObject(operand));
  }

  static bool isNumber(const Instruction &inst, const Use &use) {
    if (isa<GetElementPtrInst>(inst) || isa<MemIntrinsic>(inst))
      return false;
    auto *call = dyn_cast<CallBase>(&inst);
    return !call || !call->isArgOperand(&use) ||
           !call->paramHasAttr(call->getArgOperandNo(&use), Attribute::ImmArg);
  }

  void visitGlobal(const GlobalVariable &global) {
    if (!global.isConstant() || !global.hasInitializer())
      return;
    const Constant *value = global.getInitializer();
    auto *data = dyn_cast<ConstantDataSequential>(value);
    if (data && data->isCString())
      return;
    if (elementCount(value->getType()) <= kMaxArrayElements)
      addElements(*value);
  }

  /// Scalars in a possibly nested array.
  static uint64_t elementCount(const Type *type) {
    uint64_t count = 1;
    while (auto *array = dyn_cast<ArrayType>(type)) {
      count = SaturatingMultiply(count, array->getNumElements());
      type = array->getElementType();
    }
    return count;
  }

  void addElements(const Constant &value) {
    auto *array = dyn_cast<ArrayType>(value.getType());
    if (!array)
      return add(value);
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      addElements(*value.getAggregateElement(i));
  }

  void add(const Constant &value) {
    std::optional<coverme_constant> constant = encodeConstant(&value);
    if (constant &&
        seen.insert({constant->bits, constant->kind, constant->width}).second)
      found.push_back(*constant);
  }

  std::vector<coverme_constant> found;
  std::set<std::tuple<uint64_t, unsigned, unsigned>> seen;
};

} // namespace

std::optional<coverme_constant> encodeConstant(const Constant *value) {
  coverme_constant result = {};
  if (auto *integer = dyn_cast<ConstantInt>(value)) {
    if (!integer->getType()->isIntegerTy() || integer->getBitWidth() < 8 ||
        integer->getBitWidth() > 64)
      return std::nullopt;
    result.kind = COVERME_SCALAR_Signed;
    result.width = integer->getBitWidth();
    result.bits = integer->getSExtValue();
    return result;
  }
  auto *number = dyn_cast<ConstantFP>(value);
  if (!number ||
      !(number->getType()->isFloatTy() || number->getType()->isDoubleTy()))
    return std::nullopt;
  APInt bits = number->getValueAPF().bitcastToAPInt();
  result.kind = COVERME_SCALAR_Float;
  result.width = bits.getBitWidth();
  result.bits = bits.getZExtValue();
  return result;
}

std::vector<coverme_constant> collectConstants(const Function &function) {
  ConstantCollector collector;
  for (const Instruction &inst : instructions(function))
    collector.visit(inst);
  return collector.take();
}

} // namespace coverme::pass

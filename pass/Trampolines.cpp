// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Trampolines.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace coverme {
namespace {

class TrampolineBuilder {
public:
  TrampolineBuilder(Function &target, const Signature &facts, uint32_t index)
      : function(target), signature(facts), trampoline(declare(target, index)),
        builder(BasicBlock::Create(target.getContext(), "", trampoline)),
        out(trampoline->getArg(1)) {}

  Function *build() {
    for (size_t i = 0; i < signature.parameters.size(); ++i)
      arguments.push_back(loadArgument(i));
    storeResult(callFunction());
    storePointees();
    builder.CreateRetVoid();
    return trampoline;
  }

private:
  static Function *declare(Function &target, uint32_t index) {
    LLVMContext &context = target.getContext();
    Type *ptr = PointerType::getUnqual(context);
    auto *type = FunctionType::get(Type::getVoidTy(context), {ptr, ptr}, false);
    Function *result =
        Function::Create(type, GlobalValue::InternalLinkage,
                         "__coverme_tramp_" + Twine(index), target.getParent());
    // How values are passed may depend on the instruction set.
    for (StringRef name : {"target-cpu", "target-features", "tune-cpu"})
      if (target.hasFnAttribute(name))
        result->addFnAttr(target.getFnAttribute(name));
    result->setUWTableKind(target.getUWTableKind());
    return result;
  }

  Value *slot(Value *base, uint64_t index) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), base,
                                              index);
  }

  /// A value of `type` in the low bits of a slot.
  Value *loadSlot(Type *type, uint64_t index) {
    Value *address = slot(trampoline->getArg(0), index);
    if (!type->isIntegerTy(1))
      return builder.CreateLoad(type, address);
    return builder.CreateTrunc(
        builder.CreateLoad(builder.getInt64Ty(), address), type);
  }

  Type *pointeeType(const Scalar &scalar) {
    if (scalar.kind == COVERME_SCALAR_Float)
      return scalar.width == 32 ? builder.getFloatTy() : builder.getDoubleTy();
    return builder.getIntNTy(scalar.width);
  }

  Value *loadArgument(size_t index) {
    const Parameter &parameter = signature.parameters[index];
    if (!parameter.isPointer)
      return loadSlot(function.getArg(index)->getType(), index);
    Type *type = pointeeType(parameter.scalar);
    Value *value =
        parameter.scalar.kind == COVERME_SCALAR_Bool
            ? builder.CreateZExt(loadSlot(builder.getInt1Ty(), index), type)
            : loadSlot(type, index);
    // Room behind the element, as much code that takes a pointer to one number
    // (remquo-like results in parts, y[2] of __ieee754_rem_pio2) writes more.
    ArrayType *room = ArrayType::get(type, COVERME_POINTEE_ROOM);
    AllocaInst *pointee = builder.CreateAlloca(room);
    builder.CreateStore(ConstantAggregateZero::get(room), pointee);
    builder.CreateStore(value, pointee);
    pointees.push_back({type, pointee});
    return pointee;
  }

  CallInst *callFunction() {
    CallInst *call = builder.CreateCall(&function, arguments);
    call->setCallingConv(function.getCallingConv());
    call->setIsNoInline();
    // The optimiser knows libm's functions, and would compute fmax by itself.
    call->addFnAttr(Attribute::NoBuiltin);
    for (size_t i = 0; i < arguments.size(); ++i)
      for (auto kind : {Attribute::ZExt, Attribute::SExt, Attribute::InReg})
        if (function.hasParamAttribute(i, kind))
          call->addParamAttr(i, kind);
    for (auto kind : {Attribute::ZExt, Attribute::SExt, Attribute::InReg})
      if (function.hasRetAttribute(kind))
        call->addRetAttr(kind);
    return call;
  }

  void storeSlot(Value *value, uint64_t index) {
    Type *type = value->getType();
    if (type->isFloatingPointTy())
      value = builder.CreateBitCast(
          value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
    Value *word = builder.CreateZExt(value, builder.getInt64Ty());
    builder.CreateStore(word, slot(out, index));
  }

  void storeResult(Value *result) {
    bool isScalar = signature.result.kind != COVERME_SCALAR_Unsupported &&
                    signature.result.kind != COVERME_SCALAR_Void;
    storeSlot(isScalar ? result : builder.getInt64(0), 0);
  }

  void storePointees() {
    for (size_t i = 0; i < pointees.size(); ++i)
      storeSlot(builder.CreateLoad(pointees[i].type, pointees[i].address),
                i + 1);
  }

  struct Pointee {
    Type *type;
    Value *address;
  };

  Function &function;
  const Signature &signature;
  Function *trampoline;
  IRBuilder<> builder;
  Value *out;
  SmallVector<Value *> arguments;
  SmallVector<Pointee> pointees;
};

} // namespace

Function *createTrampoline(Function &function, const Signature &signature,
                           uint32_t index) {
  assert(signature.isCallable && "a trampoline passes scalars only");
  return TrampolineBuilder(function, signature, index).build();
}

void createTrampolineTable(Module &module,
                           const std::vector<Function *> &trampolines) {
  PointerType *ptr = PointerType::getUnqual(module.getContext());
  SmallVector<Constant *> entries;
  for (Function *trampoline : trampolines)
    entries.push_back(trampoline ? static_cast<Constant *>(trampoline)
                                 : ConstantPointerNull::get(ptr));
  ArrayType *type = ArrayType::get(ptr, entries.size());
  auto *table = new GlobalVariable(
      module, type, /*isConstant=*/false, GlobalValue::PrivateLinkage,
      ConstantArray::get(type, entries), "coverme.tramps");
  table->setSection(COVERME_TRAMPS_SECTION);
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Trampolines.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cassert>

using namespace llvm;

namespace coverme::pass {
namespace {

class TrampolineBuilder {
public:
  TrampolineBuilder(Function &target, uint32_t index)
      : function(target), trampoline(declare(target, index)),
        builder(BasicBlock::Create(target.getContext(), "", trampoline)) {}

  Function *build() {
    for (const Argument &argument : function.args())
      arguments.push_back(loadSlot(argument.getType(), argument.getArgNo()));
    storeResult(callFunction());
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

  void storeResult(Value *result) {
    Type *type = result->getType();
    if (!type->isFloatingPointTy() && !type->isIntegerTy())
      result = builder.getInt64(0);
    else if (type->isFloatingPointTy())
      result = builder.CreateBitCast(
          result, builder.getIntNTy(type->getPrimitiveSizeInBits()));
    builder.CreateStore(builder.CreateZExtOrTrunc(result, builder.getInt64Ty()),
                        trampoline->getArg(1));
  }

  Function &function;
  Function *trampoline;
  IRBuilder<> builder;
  SmallVector<Value *> arguments;
};

} // namespace

Function *createTrampoline(Function &function, uint32_t index) {
  return TrampolineBuilder(function, index).build();
}

Function *createAddressOf(GlobalVariable &variable) {
  assert(variable.isThreadLocal());
  LLVMContext &context = variable.getContext();
  auto *type = FunctionType::get(PointerType::getUnqual(context), false);
  Function *function =
      Function::Create(type, GlobalValue::InternalLinkage, "__coverme_address",
                       variable.getParent());
  function->setDoesNotThrow();
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  builder.CreateRet(builder.CreateThreadLocalAddress(&variable));
  return function;
}

void createPointerTable(Module &module, ArrayRef<Constant *> pointers,
                        const char *section) {
  PointerType *ptr = PointerType::getUnqual(module.getContext());
  SmallVector<Constant *> entries;
  for (Constant *pointer : pointers)
    entries.push_back(pointer ? pointer : ConstantPointerNull::get(ptr));
  if (entries.empty())
    return;
  ArrayType *type = ArrayType::get(ptr, entries.size());
  auto *table = new GlobalVariable(module, type, /*isConstant=*/false,
                                   GlobalValue::PrivateLinkage,
                                   ConstantArray::get(type, entries), section);
  table->setSection(section);
  table->setAlignment(Align(8));
  appendToUsed(module, {table});
}

} // namespace coverme::pass

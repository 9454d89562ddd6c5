// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RuntimeHooks.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace coverme::pass {
namespace {

// What abi.def calls an IR type.
struct HookTypes {
  LLVMContext &context;

  Type *Float() { return Type::getFloatTy(context); }
  Type *Double() { return Type::getDoubleTy(context); }
  Type *X86_FP80() { return Type::getX86_FP80Ty(context); }
  Type *Int32() { return Type::getInt32Ty(context); }
  Type *Int64() { return Type::getInt64Ty(context); }
  Type *Ptr() { return PointerType::getUnqual(context); }
};

struct Pen {
  StringRef name;
  Type *operandType;
  Attribute::AttrKind extension;
};

Pen describePen(coverme_operand_kind kind, LLVMContext &context) {
  HookTypes types{context};
  switch (kind) {
#define COVERME_PEN(Suffix, CType, IRType, Extension)                          \
  case COVERME_OPERAND_##Suffix:                                               \
    return {"__coverme_pen_" #Suffix, types.IRType(), Attribute::Extension};
#include "coverme/abi.def"
  }
  llvm_unreachable("unknown operand kind");
}

} // namespace

FunctionCallee RuntimeHooks::pen(coverme_operand_kind kind) {
  LLVMContext &context = module.getContext();
  HookTypes types{context};
  Pen pen = describePen(kind, context);
  FunctionCallee callee =
      hook(pen.name, FunctionType::get(Type::getVoidTy(context),
                                       {types.Ptr(), types.Int32(),
                                        pen.operandType, pen.operandType},
                                       /*isVarArg=*/false));
  // Everything narrower than a register is extended by the caller: without
  // the attribute the upper bits are garbage (house style, 1.2).
  auto *function = cast<Function>(callee.getCallee());
  function->addParamAttr(1, Attribute::ZExt);
  if (pen.extension != Attribute::None) {
    function->addParamAttr(2, pen.extension);
    function->addParamAttr(3, pen.extension);
  }
  return callee;
}

FunctionCallee RuntimeHooks::outOfFuel() {
  return hook("__coverme_out_of_fuel",
              FunctionType::get(Type::getVoidTy(module.getContext()), false));
}

FunctionCallee RuntimeHooks::unreachable() {
  return hook("__coverme_unreachable",
              FunctionType::get(Type::getVoidTy(module.getContext()), false));
}

FunctionCallee RuntimeHooks::outside() {
  return hook("__coverme_outside",
              FunctionType::get(Type::getVoidTy(module.getContext()), false));
}

Constant *RuntimeHooks::fuel() {
  return variable("__coverme_fuel", Type::getInt64Ty(module.getContext()),
                  /*isConstant=*/false);
}

Constant *RuntimeHooks::abiVersion() {
  return variable(COVERME_ABI_SYMBOL_NAME,
                  Type::getInt32Ty(module.getContext()), /*isConstant=*/true);
}

FunctionCallee RuntimeHooks::hook(StringRef name, FunctionType *type) {
  auto *function = dyn_cast_or_null<Function>(module.getNamedValue(name));
  if (!function || function->getFunctionType() != type) {
    reportClash(name);
    function =
        Function::Create(type, GlobalValue::ExternalLinkage, name, module);
    function->setVisibility(GlobalValue::HiddenVisibility);
  }
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::Cold);
  return function;
}

Constant *RuntimeHooks::variable(StringRef name, Type *type, bool isConstant) {
  auto *global = dyn_cast_or_null<GlobalVariable>(module.getNamedValue(name));
  if (!global || global->getValueType() != type) {
    reportClash(name);
    global = new GlobalVariable(module, type, isConstant,
                                GlobalValue::ExternalLinkage,
                                /*Initializer=*/nullptr, name);
    global->setVisibility(GlobalValue::HiddenVisibility);
  }
  return global;
}

/// Called when `name` is free or has another type than the runtime's.
void RuntimeHooks::reportClash(StringRef name) {
  if (module.getNamedValue(name))
    module.getContext().emitError("'" + name +
                                  "' is reserved for coverme's runtime but "
                                  "has another type in this module");
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Signature.h"

#include "DebugVariables.h"
#include "Handles.h"
#include "ParameterHomes.h"
#include "TypeNames.h"
#include "coverme/LLVMVersion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Whether each parameter is passed as the number that it is in the source; a
/// struct by value may have shifted the others.
bool isPassedPlainly(const Signature &signature, const Function &function,
                     const TypeList &types) {
  if (function.isVarArg() || signature.parameters.size() != function.arg_size())
    return false;
  for (size_t i = 0; i < signature.parameters.size(); ++i)
    if (!types.isPlain(signature.parameters[i].type,
                       *function.getArg(i)->getType()))
      return false;
  return true;
}

// --- from debug info --------------------------------------------------------

/// Defined in C without a prototype, and with parameters.
bool isDefinedOldStyle(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  return dwarf::isC(sourceLanguage(*subprogram->getUnit())) &&
         !subprogram->isPrototyped() && !function.isVarArg() &&
         !function.arg_empty();
}

using ParameterVariables = DenseMap<unsigned, const DILocalVariable *>;

ParameterVariables parameterVariables(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  ParameterVariables found;
  for (const Instruction &inst : instructions(function))
    forEachDebugVariable(
        inst, [&](const DILocalVariable &variable, const Value *) {
          if (variable.getArg() &&
              variable.getScope()->getSubprogram() == subprogram)
            found.insert({variable.getArg(), &variable});
        });
  return found;
}

std::string argumentName(unsigned index) {
  return "arg" + std::to_string(index);
}

Signature describeFromDebugInfo(const Function &function, TypeList &types) {
  DITypeRefArray list = function.getSubprogram()->getType()->getTypeArray();
  ParameterVariables variables = parameterVariables(function);

  // A trailing null stands for `...`, or, where clang has forgotten them, for
  // the parameters of a K&R definition, which only the variables tell then.
  unsigned count = list.size() ? list.size() - 1 : 0;
  bool isUnlisted = false;
  if (count && !list[count]) {
    --count;
    isUnlisted = !function.isVarArg();
  }
  if (isUnlisted)
    count = function.arg_size();

  const DIType *result = list.size() ? list[0] : nullptr;
  Signature signature;
  signature.isOldStyle = isUnlisted || isDefinedOldStyle(function);
  signature.resultName = typeName(result);
  signature.result = types.add(result);
  for (unsigned i = 0; i < count; ++i) {
    const DILocalVariable *variable = variables.lookup(i + 1);
    const DIType *type = !isUnlisted ? list[i + 1]
                         : variable  ? variable->getType()
                                     : nullptr;
    bool isNamed = variable && !variable->getName().empty();
    Parameter parameter;
    parameter.name = isNamed ? variable->getName().str() : argumentName(i);
    parameter.typeName = typeName(type);
    parameter.type = types.add(type);
    signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

// --- from IR types ----------------------------------------------------------

/// The type of a pointer from what it is used for. One to bytes stays `void *`,
/// which says no less.
uint32_t addPointer(const Argument &argument, const PointeeFacts &facts,
                    TypeList &types) {
  if (facts.elementType && !facts.elementType->isIntegerTy(8)) {
    uint32_t element = types.add(facts.elementType);
    if (types[element].kind != COVERME_TYPE_Unsupported)
      return types.addPointerTo(element);
  }
  return types.add(argument.getType());
}

Signature describeFromTypes(const Function &function,
                            ArrayRef<PointeeFacts> pointees, TypeList &types) {
  Signature signature;
  signature.result = types.add(function.getReturnType());
  signature.resultName = types[signature.result].name;
  for (const Argument &argument : function.args()) {
    Parameter parameter;
    parameter.name = argumentName(argument.getArgNo());
    parameter.type =
        argument.getType()->isPointerTy()
            ? addPointer(argument, pointees[argument.getArgNo()], types)
            : types.add(argument.getType());
    parameter.typeName = types[parameter.type].name;
    signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

/// Fortran passes by reference, and its debug info has the types of what
/// parameters refer to. Their names are of use.
Signature describeFortran(const Function &function,
                          ArrayRef<PointeeFacts> pointees, TypeList &types) {
  Signature signature = describeFromTypes(function, pointees, types);
  for (const auto &[number, variable] : parameterVariables(function))
    if (number <= signature.parameters.size() && !variable->getName().empty())
      signature.parameters[number - 1].name = variable->getName().str();
  return signature;
}

bool hasFullDebugInfo(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  return subprogram && subprogram->getType() && subprogram->getUnit() &&
         subprogram->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

/// A `void *`, or a pointer to what a larger struct begins with, is one to what
/// the code has it for, if that is known.
void addHandles(Signature &signature, const Function &function,
                TypeList &types) {
  for (const ParameterHome &home : findParameterHomes(function)) {
    if (home.number > signature.parameters.size())
      continue;
    uint32_t &type = signature.parameters[home.number - 1].type;
    if (types[type].kind != COVERME_TYPE_Pointer)
      continue;
    const uint32_t declared = types[type].element;
    if (types[declared].kind == COVERME_TYPE_Struct)
      if (std::optional<uint32_t> larger =
              findLargerStruct(function, home, declared, types))
        type = types.addPointerTo(types.addWithBeginning(*larger, declared),
                                  types[type].flags);
    if (types[declared].kind != COVERME_TYPE_Void)
      continue;
    if (std::optional<uint32_t> pointee =
            findHandledType(function, home, types))
      type = types.addPointerTo(*pointee,
                                (types[type].flags & COVERME_TYPE_IS_CONST) |
                                    COVERME_TYPE_IS_HANDLE);
  }
}

/// A large struct by value is a pointer to a copy; of a small one, the
/// arguments are none, one or several. Where the code does not tell which
/// argument is which parameter, they are so one for one or not at all.
void addPointees(Signature &signature, const Function &function,
                 ArrayRef<PointeeFacts> pointees, const TypeList &types) {
  if (pointees.empty())
    return;
  auto add = [&](Parameter &parameter, unsigned argument) {
    if (function.getArg(argument)->getType()->isPointerTy() &&
        (types[parameter.type].kind == COVERME_TYPE_Pointer ||
         function.getArg(argument)->hasByValAttr()))
      parameter.pointee = pointees[argument];
  };
  if (signature.parameters.size() == pointees.size())
    for (size_t i = 0; i < pointees.size(); ++i)
      add(signature.parameters[i], i);
  for (const ParameterHome &home : findParameterHomes(function)) {
    if (home.number > signature.parameters.size())
      continue;
    Parameter &parameter = signature.parameters[home.number - 1];
    if (home.isTakenApart(function))
      parameter.pointee = pointees[home.arguments.front()];
    else if (home.arguments.size() == 1)
      add(parameter, home.arguments.front());
  }
}

/// Whether a variable of unoptimised code may be read by `read` when nothing
/// has been stored to it.
bool isReadUnset(const AllocaInst &variable, const LoadInst &read) {
  SmallPtrSet<const BasicBlock *, 16> setting, seen;
  for (const User *user : variable.users())
    if (const auto *instruction = cast<Instruction>(user); instruction != &read)
      setting.insert(instruction->getParent());
  const BasicBlock *entry = &read.getFunction()->getEntryBlock();
  SmallVector<const BasicBlock *> pending = {read.getParent()};
  while (!pending.empty()) {
    const BasicBlock *block = pending.pop_back_val();
    if (setting.contains(block) || !seen.insert(block).second)
      continue;
    if (block == entry)
      return true;
    append_range(pending, predecessors(block));
  }
  return false;
}

/// C lets a function with a result end without one, which no caller may use.
bool mayLackResult(const Function &function) {
  for (const BasicBlock &block : function)
    if (const auto *end = dyn_cast<ReturnInst>(block.getTerminator());
        end && end->getReturnValue()) {
      if (isa<UndefValue>(end->getReturnValue()))
        return true;
      const auto *read = dyn_cast<LoadInst>(end->getReturnValue());
      const auto *variable =
          read ? dyn_cast<AllocaInst>(read->getPointerOperand()) : nullptr;
      if (variable && isReadUnset(*variable, *read))
        return true;
    }
  return false;
}

} // namespace

Signature describeSignature(const Function &function,
                            ArrayRef<PointeeFacts> pointees, TypeList &types) {
  Signature signature =
      !hasFullDebugInfo(function) ? describeFromTypes(function, pointees, types)
      : dwarf::isFortran(sourceLanguage(*function.getSubprogram()->getUnit()))
          ? describeFortran(function, pointees, types)
          : describeFromDebugInfo(function, types);
  addHandles(signature, function, types);
  addPointees(signature, function, pointees, types);
  const TypeFacts &result = types[signature.result];
  bool isNumber = result.kind == COVERME_TYPE_Scalar && result.width <= 64;
  signature.hasTrampoline =
      isPassedPlainly(signature, function, types) &&
      !function.getReturnType()->isStructTy() &&
      (!isNumber || types.isPlain(signature.result, *function.getReturnType()));
  signature.mayLackResult = mayLackResult(function);
  return signature;
}

} // namespace coverme::pass

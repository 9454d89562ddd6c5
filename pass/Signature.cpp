// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Signature.h"

#include "TypeNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coverme {
namespace {

bool isScalarWidth(uint64_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/// Without typedefs and qualifiers; reports whether a const was among them.
const DIType *resolved(const DIType *type, bool *isConst = nullptr) {
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_const_type:
      if (isConst)
        *isConst = true;
      break;
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      break;
    default:
      return type;
    }
    type = derived->getBaseType();
  }
  return type;
}

Scalar basicScalar(const DIBasicType &type) {
  uint64_t width = type.getSizeInBits();
  if (!isScalarWidth(width))
    return {};
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_float:
    if (width < 32)
      return {};
    return {COVERME_SCALAR_Float, uint8_t(width)};
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return {COVERME_SCALAR_Signed, uint8_t(width)};
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF:
    return {COVERME_SCALAR_Unsigned, uint8_t(width)};
  case dwarf::DW_ATE_boolean:
    return {COVERME_SCALAR_Bool, uint8_t(width)};
  default:
    return {};
  }
}

/// The scalar of a type that is `resolved`.
Scalar scalarOf(const DIType *type) {
  if (auto *basic = dyn_cast_or_null<DIBasicType>(type))
    return basicScalar(*basic);
  auto *composite = dyn_cast_or_null<DICompositeType>(type);
  if (!composite || composite->getTag() != dwarf::DW_TAG_enumeration_type ||
      !isScalarWidth(composite->getSizeInBits()))
    return {};
  auto *base =
      dyn_cast_or_null<DIBasicType>(resolved(composite->getBaseType()));
  bool isSigned = base && basicScalar(*base).kind == COVERME_SCALAR_Signed;
  return {isSigned ? COVERME_SCALAR_Signed : COVERME_SCALAR_Unsigned,
          uint8_t(composite->getSizeInBits())};
}

std::vector<coverme_constant> enumeratorsOf(const DIType *type, uint8_t width) {
  std::vector<coverme_constant> values;
  auto *composite = dyn_cast_or_null<DICompositeType>(type);
  if (!composite || composite->getTag() != dwarf::DW_TAG_enumeration_type)
    return values;
  for (const DINode *element : composite->getElements())
    if (auto *enumerator = dyn_cast<DIEnumerator>(element)) {
      APInt value = enumerator->getValue().sextOrTrunc(width);
      values.push_back(
          {uint64_t(value.getSExtValue()), COVERME_SCALAR_Signed, width, {}});
    }
  return values;
}

/// Whether a value of the C type `scalar` is the IR type as it stands.
bool matches(const Scalar &scalar, const Type *type) {
  switch (scalar.kind) {
  case COVERME_SCALAR_Unsupported:
    return false;
  case COVERME_SCALAR_Void:
    return type->isVoidTy();
  case COVERME_SCALAR_Float:
    return scalar.width == 32 ? type->isFloatTy() : type->isDoubleTy();
  case COVERME_SCALAR_Signed:
  case COVERME_SCALAR_Unsigned:
    return type->isIntegerTy(scalar.width);
  case COVERME_SCALAR_Bool:
    return type->isIntegerTy(1);
  }
  llvm_unreachable("unknown scalar kind");
}

Parameter describeParameter(const DIType *type, std::string name) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.type = typeName(type);
  type = resolved(type);
  auto *pointer = dyn_cast_or_null<DIDerivedType>(type);
  if (pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type) {
    type = resolved(pointer->getBaseType(), &parameter.isConst);
    parameter.isPointer = true;
  }
  parameter.scalar = scalarOf(type);
  parameter.enumerators = enumeratorsOf(type, parameter.scalar.width);
  return parameter;
}

void dropSupport(Parameter &parameter) {
  parameter.scalar = {};
  parameter.isPointer = parameter.isConst = false;
  parameter.enumerators.clear();
}

/// An argument in an ABI form of its own (a struct by value, a static chain).
bool isSpecialArgument(const Argument &argument) {
  return argument.hasPassPointeeByValueCopyAttr() ||
         argument.hasStructRetAttr() || argument.hasNestAttr() ||
         argument.hasSwiftErrorAttr();
}

bool isPassable(const Parameter &parameter, const Argument &argument) {
  if (isSpecialArgument(argument))
    return false;
  if (parameter.isPointer)
    return parameter.scalar.kind != COVERME_SCALAR_Unsupported &&
           argument.getType()->isPointerTy();
  return matches(parameter.scalar, argument.getType());
}

/// Takes back the support of what the IR passes in another form than the
/// source tells, and decides isCallable.
void matchWithArguments(Signature &signature, const Function &function) {
  bool sameCount = signature.parameters.size() == function.arg_size();
  signature.isCallable = sameCount && !function.isVarArg();
  // A struct by value may have shifted the others; it is the one to name.
  bool isExplained = any_of(signature.parameters, [](const Parameter &each) {
    return each.scalar.kind == COVERME_SCALAR_Unsupported;
  });
  if (!sameCount && isExplained)
    return;
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    Parameter &parameter = signature.parameters[i];
    if (sameCount && isPassable(parameter, *function.getArg(i)))
      continue;
    dropSupport(parameter);
    signature.isCallable = false;
  }
}

// --- from debug info --------------------------------------------------------

using ParameterVariables = DenseMap<unsigned, const DILocalVariable *>;

void noteParameter(const DILocalVariable *variable,
                   const DISubprogram *subprogram, ParameterVariables &found) {
  if (variable && variable->getArg() &&
      variable->getScope()->getSubprogram() == subprogram)
    found.insert({variable->getArg(), variable});
}

ParameterVariables parameterVariables(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  ParameterVariables found;
  for (const Instruction &inst : instructions(function)) {
    for (const DbgVariableRecord &record :
         filterDbgVars(inst.getDbgRecordRange()))
      noteParameter(record.getVariable(), subprogram, found);
    if (auto *intrinsic = dyn_cast<DbgVariableIntrinsic>(&inst))
      noteParameter(intrinsic->getVariable(), subprogram, found);
  }
  return found;
}

std::string argumentName(unsigned index) {
  return "arg" + std::to_string(index);
}

Signature describeFromDebugInfo(const Function &function) {
  DITypeRefArray types = function.getSubprogram()->getType()->getTypeArray();
  ParameterVariables variables = parameterVariables(function);

  // A trailing null stands for `...`, or alone for a K&R definition, whose
  // parameters only the variables tell.
  unsigned count = types.size() ? types.size() - 1 : 0;
  bool hasPrototype = true;
  if (count && !types[count]) {
    --count;
    hasPrototype = function.isVarArg();
  }
  if (!hasPrototype)
    count = function.arg_size();

  Signature signature;
  const DIType *result = types.size() ? types[0] : nullptr;
  signature.resultType = typeName(result);
  signature.result =
      result ? scalarOf(resolved(result)) : Scalar{COVERME_SCALAR_Void, 0};
  for (unsigned i = 0; i < count; ++i) {
    const DILocalVariable *variable = variables.lookup(i + 1);
    const DIType *type = hasPrototype ? types[i + 1]
                         : variable   ? variable->getType()
                                      : nullptr;
    bool isNamed = variable && !variable->getName().empty();
    signature.parameters.push_back(describeParameter(
        type, isNamed ? variable->getName().str() : argumentName(i)));
  }
  return signature;
}

// --- from IR types ----------------------------------------------------------

struct TypeText {
  Scalar scalar;
  std::string text;
};

TypeText describeType(const Type *type) {
  if (type->isVoidTy())
    return {{COVERME_SCALAR_Void, 0}, "void"};
  if (type->isFloatTy())
    return {{COVERME_SCALAR_Float, 32}, "float"};
  if (type->isDoubleTy())
    return {{COVERME_SCALAR_Float, 64}, "double"};
  if (type->isIntegerTy(1))
    return {{COVERME_SCALAR_Bool, 8}, "_Bool"};
  if (type->isIntegerTy() && isScalarWidth(type->getIntegerBitWidth())) {
    unsigned width = type->getIntegerBitWidth();
    return {{COVERME_SCALAR_Signed, uint8_t(width)},
            "int" + std::to_string(width) + "_t"};
  }
  std::string text;
  raw_string_ostream(text) << *type;
  return {{}, type->isPointerTy() ? "void *" : text};
}

Signature describeFromTypes(const Function &function) {
  Signature signature;
  TypeText result = describeType(function.getReturnType());
  signature.result = result.scalar;
  signature.resultType = result.text;
  for (const Argument &argument : function.args()) {
    TypeText type = describeType(argument.getType());
    Parameter parameter;
    parameter.name = argumentName(argument.getArgNo());
    parameter.type = type.text;
    parameter.scalar = type.scalar;
    signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

bool hasFullDebugInfo(const Function &function) {
  const DISubprogram *subprogram = function.getSubprogram();
  return subprogram && subprogram->getType() && subprogram->getUnit() &&
         subprogram->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

} // namespace

Signature describeSignature(const Function &function) {
  Signature signature = hasFullDebugInfo(function)
                            ? describeFromDebugInfo(function)
                            : describeFromTypes(function);
  if (!matches(signature.result, function.getReturnType()))
    signature.result = {};
  matchWithArguments(signature, function);
  return signature;
}

} // namespace coverme

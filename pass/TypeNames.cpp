// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TypeNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace coverme::pass {
namespace {

// C declares inside out: the text around the name grows from the outermost
// type to the innermost, as `(*)[3]` around nothing and `int` before it.
std::string declare(const DIType *type, std::string declarator,
                    std::string qualifiers);

const char *qualifierText(unsigned tag) {
  switch (tag) {
  case dwarf::DW_TAG_const_type:
    return "const";
  case dwarf::DW_TAG_volatile_type:
    return "volatile";
  case dwarf::DW_TAG_restrict_type:
    return "restrict";
  case dwarf::DW_TAG_atomic_type:
    return "_Atomic";
  default:
    return nullptr;
  }
}

/// Tells where a qualifier of `type` stands: `const int`, but `int *const`.
bool isQualifiedPointer(const DIType *type) {
  while (type && qualifierText(type->getTag()))
    type = cast<DIDerivedType>(type)->getBaseType();
  return type && type->getTag() == dwarf::DW_TAG_pointer_type;
}

std::string joined(std::string specifier, const std::string &declarator,
                   const std::string &qualifiers) {
  std::string text = qualifiers + specifier;
  return declarator.empty() ? text : text + " " + declarator;
}

std::string basicName(const DIBasicType &type) {
  // clang calls each complex type "complex".
  if (type.getEncoding() != dwarf::DW_ATE_complex_float)
    return type.getName().str();
  uint64_t partBits = type.getSizeInBits() / 2;
  return partBits == 32   ? "float _Complex"
         : partBits == 64 ? "double _Complex"
                          : "long double _Complex";
}

std::string tagged(const char *keyword, const DIType &type) {
  std::string name = type.getName().str();
  return std::string(keyword) + " " + (name.empty() ? "<anonymous>" : name);
}

std::string parenthesisedIfPointer(std::string declarator) {
  return StringRef(declarator).starts_with("*") ? "(" + declarator + ")"
                                                : declarator;
}

std::string declareArray(const DICompositeType &array, std::string declarator,
                         std::string qualifiers) {
  if (array.isVector())
    return declare(array.getBaseType(), declarator, qualifiers) +
           " __attribute__((vector_size(" + utostr(array.getSizeInBits() / 8) +
           ")))";
  declarator = parenthesisedIfPointer(std::move(declarator));
  for (const DINode *element : array.getElements()) {
    auto *range = dyn_cast<DISubrange>(element);
    auto *count =
        range ? dyn_cast_if_present<ConstantInt *>(range->getCount()) : nullptr;
    declarator += count && count->getSExtValue() >= 0
                      ? "[" + utostr(count->getZExtValue()) + "]"
                      : "[]";
  }
  return declare(array.getBaseType(), declarator, qualifiers);
}

std::string declareFunction(const DISubroutineType &function,
                            std::string declarator) {
  DITypeRefArray types = function.getTypeArray();
  std::string parameters;
  for (unsigned i = 1; i < types.size(); ++i)
    parameters += (i == 1 ? "" : ", ") +
                  (types[i] ? typeName(types[i]) : std::string("..."));
  if (types.size() == 1)
    parameters = "void";
  else if (parameters == "...")
    parameters.clear(); // no prototype
  return declare(types.size() ? types[0] : nullptr,
                 parenthesisedIfPointer(std::move(declarator)) + "(" +
                     parameters + ")",
                 "");
}

std::string declareDerived(const DIDerivedType &type, std::string declarator,
                           std::string qualifiers) {
  const DIType *base = type.getBaseType();
  if (type.getTag() == dwarf::DW_TAG_pointer_type)
    return declare(base, "*" + declarator, qualifiers);
  if (type.getTag() == dwarf::DW_TAG_reference_type)
    return declare(base, "&" + declarator, qualifiers);
  if (type.getTag() == dwarf::DW_TAG_rvalue_reference_type)
    return declare(base, "&&" + declarator, qualifiers);
  const char *qualifier = qualifierText(type.getTag());
  if (!qualifier) // a typedef
    return joined(type.getName().str(), declarator, qualifiers);
  std::string text = qualifier;
  if (!isQualifiedPointer(base))
    return declare(base, declarator, text + " " + qualifiers);
  return declare(base, declarator.empty() ? text : text + " " + declarator,
                 qualifiers);
}

std::string declareComposite(const DICompositeType &type,
                             std::string declarator, std::string qualifiers) {
  switch (type.getTag()) {
  case dwarf::DW_TAG_array_type:
    return declareArray(type, declarator, qualifiers);
  case dwarf::DW_TAG_enumeration_type:
    return joined(tagged("enum", type), declarator, qualifiers);
  case dwarf::DW_TAG_union_type:
    return joined(tagged("union", type), declarator, qualifiers);
  default:
    return joined(tagged("struct", type), declarator, qualifiers);
  }
}

std::string declare(const DIType *type, std::string declarator,
                    std::string qualifiers) {
  if (!type)
    return joined("void", declarator, qualifiers);
  if (auto *basic = dyn_cast<DIBasicType>(type))
    return joined(basicName(*basic), declarator, qualifiers);
  if (auto *function = dyn_cast<DISubroutineType>(type))
    return declareFunction(*function, std::move(declarator));
  if (auto *composite = dyn_cast<DICompositeType>(type))
    return declareComposite(*composite, declarator, qualifiers);
  if (auto *derived = dyn_cast<DIDerivedType>(type))
    return declareDerived(*derived, declarator, qualifiers);
  return joined(type->getName().str(), declarator, qualifiers);
}

} // namespace

std::string typeName(const DIType *type) { return declare(type, "", ""); }

} // namespace coverme::pass

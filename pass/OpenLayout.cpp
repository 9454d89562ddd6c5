// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenLayout.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coverme::pass {

std::string openLayout(const RecordDecl &record, const ASTContext &context) {
  if (record.isInvalidDecl() || record.isDependentType())
    return "";
  if (llvm::any_of(record.fields(), [&](const FieldDecl *field) {
        return field->isBitField() &&
               (field->hasAttr<AlignedAttr>() ||
                context.isAlignmentRequired(field->getType()));
      }))
    return "compilers differ in the place of an aligned bit-field";
  const auto isBitField = [](const FieldDecl *field) {
    return field->isBitField();
  };
  const auto sharesPlace = [](const FieldDecl *field) {
    return field->hasAttr<NoUniqueAddressAttr>();
  };
  if (llvm::any_of(record.fields(), isBitField) &&
      llvm::any_of(record.fields(), sharesPlace))
    return "compilers differ in what is at the place of a bit-field beside a "
           "member without an address of its own";
  const auto *type = dyn_cast<CXXRecordDecl>(&record);
  const bool isPacked =
      record.hasAttr<PackedAttr>() || record.hasAttr<MaxFieldAlignmentAttr>();
  const auto isOfClass = [&](const FieldDecl *field) {
    const CXXRecordDecl *of =
        context.getBaseElementType(field->getType())->getAsCXXRecordDecl();
    return of && !of->isPOD();
  };
  if (type && isPacked &&
      (!type->isPOD() || llvm::any_of(type->fields(), isOfClass)))
    return "compilers differ in how they pack a class that C does not have";
  return "";
}

std::string openLayout(const EnumDecl &enumeration) {
  if (enumeration.hasAttr<ModeAttr>())
    return "compilers differ in whether an enum of a given mode has a sign";
  return !enumeration.getIntegerType().isNull() &&
                 enumeration.getIntegerType()->isBooleanType()
             ? "compilers differ in what they convert to an enum of bool"
             : "";
}

std::string openLayout(const ASTContext &context) {
  return llvm::any_of(context.getTypes(),
                      [&](const Type *type) {
                        const auto *atomic = dyn_cast<AtomicType>(type);
                        const QualType value =
                            atomic ? atomic->getValueType() : QualType();
                        return atomic && value->isRecordType() &&
                               !value->isIncompleteType() &&
                               !value->isDependentType() &&
                               context.getTypeSize(atomic) !=
                                   context.getTypeSize(value);
                      })
             ? "compilers differ in the size of an atomic struct"
             : "";
}

} // namespace coverme::pass

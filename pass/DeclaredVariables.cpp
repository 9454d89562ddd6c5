// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeclaredVariables.h"

#include "coverme/declared.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace clang;

namespace coverme::pass {
namespace {

/// Of an array whose size another file says.
constexpr uint64_t kArrayBytes = 4096;

/// With a size for arrays that have none here.
QualType completeType(const VarDecl &variable, const ASTContext &context) {
  const QualType type = variable.getType();
  const auto *array = context.getAsIncompleteArrayType(type);
  if (!array || array->getElementType()->isIncompleteType())
    return type;
  const auto bytes = static_cast<uint64_t>(
      context.getTypeSizeInChars(array->getElementType()).getQuantity());
  const uint64_t elements =
      std::max<uint64_t>(kArrayBytes / std::max<uint64_t>(bytes, 1), 1);
  return context.getConstantArrayType(array->getElementType(),
                                      llvm::APInt(64, elements), nullptr,
                                      ArraySizeModifier::Normal, 0);
}

bool isOnlyDeclared(const VarDecl &variable, const ASTContext &context) {
  const QualType type = variable.getType();
  return variable.hasExternalStorage() && !variable.getDefinition() &&
         variable.getTLSKind() == VarDecl::TLS_None &&
         variable.isReferenced() && !type->isReferenceType() &&
         !type->isDependentType() &&
         !completeType(variable, context)->isIncompleteType();
}

/// static T *__coverme_address_of_N(void) { return (T *)&v; }
FunctionDecl *addressOf(VarDecl &variable, size_t number, ASTContext &context) {
  const SourceLocation at = variable.getLocation();
  const QualType pointer =
      context.getPointerType(completeType(variable, context));
  const QualType type = context.getFunctionType(pointer, {}, {});
  FunctionDecl *function = FunctionDecl::Create(
      context, context.getTranslationUnitDecl(), at, at,
      &context.Idents.get(COVERME_ADDRESS_OF + std::to_string(number)), type,
      context.getTrivialTypeSourceInfo(type, at), SC_Static);
  Expr *name =
      DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(),
                          &variable, false, at, variable.getType(), VK_LValue);
  Expr *address = UnaryOperator::Create(
      context, name, UO_AddrOf, context.getPointerType(variable.getType()),
      VK_PRValue, OK_Ordinary, at, false, FPOptionsOverride());
  address = ImplicitCastExpr::Create(context, pointer, CK_BitCast, address,
                                     nullptr, VK_PRValue, FPOptionsOverride());
  Stmt *body = ReturnStmt::Create(context, at, address, nullptr);
  function->setBody(
      CompoundStmt::Create(context, {body}, FPOptionsOverride(), at, at));
  function->addAttr(UsedAttr::CreateImplicit(context));
  return function;
}

} // namespace

std::vector<FunctionDecl *>
returnDeclaredAddresses(ASTContext &context,
                        const std::vector<const VarDecl *> &variables) {
  std::vector<FunctionDecl *> functions;
  llvm::SmallPtrSet<const VarDecl *, 16> known;
  for (const VarDecl *variable : variables)
    if (isOnlyDeclared(*variable, context) &&
        known.insert(variable->getCanonicalDecl()).second)
      functions.push_back(addressOf(const_cast<VarDecl &>(*variable),
                                    functions.size(), context));
  return functions;
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BitFields.h"

#include "CodeParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdint>

using namespace clang;

namespace coverme::pass {
namespace {

/// The bit-field that the expression is; null for another one.
const FieldDecl *bitFieldOf(const Stmt &at) {
  const auto *member = dyn_cast<MemberExpr>(&at);
  const auto *field =
      member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  return field && field->isBitField() ? field : nullptr;
}

/// To gcc it has a type of that many bits, to clang the one that it was
/// declared with.
bool isWiderThanInt(const Stmt &at, const ASTContext &context) {
  const FieldDecl *field = bitFieldOf(at);
  if (!field)
    return false;
  const uint64_t width =
      field->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue();
  return width > context.getIntWidth(context.IntTy) &&
         width < context.getIntWidth(field->getType());
}

/// Is it a bit-field, or made of one (`s.b++`, `true ? s.b : 0`)?
bool hasBitField(const Expr &value) {
  return anyPart(&value,
                 [](const Stmt &at) { return bitFieldOf(at) != nullptr; });
}

bool isOfBitField(QualType type) {
  while (!isa<TypeOfExprType, DecltypeType>(type)) {
    type = type->getPointeeType();
    if (type.isNull())
      return false;
  }
  if (const auto *asked = dyn_cast<TypeOfExprType>(type))
    return hasBitField(*asked->getUnderlyingExpr());
  // Of a member alone, it is the declared one.
  const Expr &asked = *cast<DecltypeType>(type)->getUnderlyingExpr();
  return !isa<MemberExpr>(asked) && hasBitField(asked);
}

/// Does it ask for the type of a bit-field, or of what is assigned to one? To
/// gcc it has one of its own, which is no other type.
bool asksForType(const Stmt &at) {
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(&at))
    return selection->isExprPredicate() &&
           hasBitField(*selection->getControllingExpr());
  if (const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(&at))
    return trait->isArgumentType()
               ? isOfBitField(trait->getArgumentType())
               : hasBitField(*trait->getArgumentExpr()) &&
                     trait->getTypeOfArgument()->isScalarType();
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(&at))
    return isOfBitField(cast->getTypeAsWritten());
  if (const auto *name = dyn_cast<DeclRefExpr>(&at))
    return llvm::any_of(
        name->template_arguments(), [](const TemplateArgumentLoc &argument) {
          return argument.getArgument().getKind() == TemplateArgument::Type &&
                 isOfBitField(argument.getArgument().getAsType());
        });
  const auto *declaration = dyn_cast<DeclStmt>(&at);
  return declaration &&
         llvm::any_of(declaration->decls(), [](const Decl *each) {
           const auto *variable = dyn_cast<VarDecl>(each);
           return variable && isOfBitField(variable->getType());
         });
}

/// Is it a bit-field that is promoted to int, by its width alone?
bool isPromotedByWidth(const Expr &value, const ASTContext &context) {
  const FieldDecl *field = bitFieldOf(*value.IgnoreParenImpCasts());
  if (!field)
    return false;
  QualType type = field->getType();
  if (const auto *choice = type->getAs<EnumType>())
    type = choice->getDecl()->getIntegerType();
  const uint64_t width = context.getIntWidth(type);
  const bool isInt = type->isSignedIntegerType() &&
                     width == context.getIntWidth(context.IntTy);
  return width >= context.getIntWidth(context.IntTy) && !isInt &&
         field->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue() <
             width;
}

/// Is the value `s.b++`? clang does not promote it.
bool isStep(const Expr *value, const ASTContext &context) {
  value = value->IgnoreParens();
  while (const auto *comma = dyn_cast<BinaryOperator>(value)) {
    if (!comma->isCommaOp())
      return false;
    value = comma->getRHS()->IgnoreParens();
  }
  const auto *step = dyn_cast<UnaryOperator>(value);
  return step && step->isPostfix() && step->isIncrementDecrementOp() &&
         isPromotedByWidth(*step->getSubExpr(), context);
}

/// Is it calculated with `s.b++`, or is that an argument which chooses among
/// functions?
bool calculatesWithStep(const Stmt &at, const ASTContext &context) {
  if (const auto *operation = dyn_cast<BinaryOperator>(&at))
    return !operation->isLogicalOp() && !operation->isCommaOp() &&
           operation->getOpcode() != BO_Assign &&
           (isStep(operation->getLHS(), context) ||
            isStep(operation->getRHS(), context));
  if (const auto *operation = dyn_cast<UnaryOperator>(&at))
    return operation->isArithmeticOp() && operation->getOpcode() != UO_LNot &&
           isStep(operation->getSubExpr(), context);
  if (const auto *choice = dyn_cast<ConditionalOperator>(&at))
    return isStep(choice->getTrueExpr(), context) ||
           isStep(choice->getFalseExpr(), context);
  if (const auto *choice = dyn_cast<BinaryConditionalOperator>(&at))
    return isStep(choice->getCommon(), context) ||
           isStep(choice->getFalseExpr(), context);
  if (const auto *call = dyn_cast<CallExpr>(&at))
    return context.getLangOpts().CPlusPlus &&
           llvm::any_of(call->arguments(), [&](const Expr *argument) {
             return isStep(argument, context);
           });
  return false;
}

/// `c ? s.b : 0`: g++ does not promote it.
bool choosesBitField(const Stmt &at, const ASTContext &context) {
  const auto *choice = dyn_cast<AbstractConditionalOperator>(&at);
  if (!choice || choice->isGLValue())
    return false;
  const auto *either = dyn_cast<BinaryConditionalOperator>(choice);
  return isPromotedByWidth(
             either ? *either->getCommon() : *choice->getTrueExpr(), context) ||
         isPromotedByWidth(*choice->getFalseExpr(), context);
}

} // namespace

bool hangsOnBitField(const Stmt &at, const ASTContext &context) {
  return asksForType(at) || calculatesWithStep(at, context) ||
         (context.getLangOpts().CPlusPlus ? choosesBitField(at, context)
                                          : isWiderThanInt(at, context));
}

} // namespace coverme::pass

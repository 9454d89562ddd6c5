// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Temporaries.h"

#include "CodeParts.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coverme::pass {
namespace {

/// What becomes of an object, or of a pointer to it.
enum class Use { Kept, Accessed };

/// What becomes of the operand, if `ofAll` is what becomes of the whole.
Use useOf(const Stmt &operand, const Stmt &whole, Use ofAll) {
  if (const auto *cast = dyn_cast<CastExpr>(&whole))
    switch (cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ToVoid:
      return Use::Accessed;
    case CK_ArrayToPointerDecay:
    case CK_NoOp:
    case CK_BitCast:
      return ofAll;
    default:
      return Use::Kept;
    }
  if (const auto *operation = dyn_cast<UnaryOperator>(&whole)) {
    if (operation->isIncrementDecrementOp())
      return Use::Accessed;
    return operation->getOpcode() == UO_AddrOf ||
                   operation->getOpcode() == UO_Deref
               ? ofAll
               : Use::Kept;
  }
  if (const auto *operation = dyn_cast<BinaryOperator>(&whole))
    return operation->isAssignmentOp() && operation->getLHS() == &operand
               ? Use::Accessed
               : Use::Kept;
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(&whole))
    return element->getBase() == &operand ? ofAll : Use::Kept;
  return isa<ParenExpr, MemberExpr>(whole) ? ofAll : Use::Kept;
}

/// `isOwnBlock`: the block around it is the function's.
bool keeps(const Stmt *at, Use use, bool isOwnBlock) {
  if (!at || isa<UnaryExprOrTypeTraitExpr>(at))
    return false;
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(at);
      literal && literal->isGLValue() && !literal->isFileScope() &&
      use == Use::Kept && !isOwnBlock)
    return true;
  if (const auto *cast = dyn_cast<CastExpr>(at);
      cast && cast->getCastKind() == CK_ArrayToPointerDecay &&
      cast->getSubExpr()->isPRValue() && use == Use::Kept)
    return true;
  // In C, these are blocks of their own.
  const bool isBlock = isa<CompoundStmt, IfStmt, SwitchStmt, WhileStmt, DoStmt,
                           ForStmt, CXXForRangeStmt>(at);
  return llvm::any_of(partsOf(*at), [&](const Stmt *part) {
    return part && keeps(part, useOf(*part, *at, use), isOwnBlock && !isBlock);
  });
}

} // namespace

bool keepsPointerToTemporary(const Stmt &body) {
  return llvm::any_of(partsOf(body), [](const Stmt *part) {
    return keeps(part, Use::Kept, /*isOwnBlock=*/true);
  });
}

} // namespace coverme::pass

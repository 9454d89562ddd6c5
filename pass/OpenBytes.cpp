// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenBytes.h"

#include "CodeParts.h"
#include "SystemHeaders.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coverme::pass {
namespace {

/// The struct, class or union that `type` is, or an array of; null for others.
const RecordDecl *recordOf(QualType type) {
  const Type *element = type->getBaseElementTypeUnsafe();
  const RecordDecl *record = element->getAsRecordDecl();
  const RecordDecl *definition = record ? record->getDefinition() : nullptr;
  return definition && !definition->isDependentType() &&
                 !definition->isInvalidDecl()
             ? definition
             : nullptr;
}

/// Copies bytes to where the program may look, or compares them.
bool copiesBytes(const FunctionDecl &function) {
  if (!function.getIdentifier())
    return false;
  llvm::StringRef name = function.getName();
  name.consume_front("__builtin_");
  return llvm::StringSwitch<bool>(name)
      .Cases("memcpy", "memmove", "mempcpy", "memccpy", "bcopy", true)
      .Cases("memcmp", "bcmp", "memchr", "memrchr", "memmem", true)
      .Default(false);
}

const Expr *withoutCasts(const Expr *at) {
  while (const auto *cast = dyn_cast<CastExpr>(at->IgnoreParens())) {
    if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp)
      break;
    at = cast->getSubExpr();
  }
  return at->IgnoreParens();
}

const RecordDecl *pointee(const Expr &pointer) {
  const QualType type = pointer.getType();
  return type->isPointerType() ? recordOf(type->getPointeeType()) : nullptr;
}

bool isOfLibrary(const FunctionDecl &function, const ASTContext &context) {
  return !function.hasBody() && (function.getBuiltinID() != 0 ||
                                 isInHeaderOfSystem(context.getSourceManager(),
                                                    function.getLocation()));
}

} // namespace

void OpenBytes::look(const FunctionDecl &function) {
  for (const Stmt *code : codeOf(function))
    look(code);
}

void OpenBytes::look(const Stmt *code) {
  if (!code)
    return;
  if (const auto *call = dyn_cast<CallExpr>(code))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && isOfLibrary(*callee, context))
      return lookAtArguments(*call);
  // In C, `p == NULL` compares what both are as pointers to void.
  if (const auto *operation = dyn_cast<BinaryOperator>(code);
      operation && operation->isComparisonOp()) {
    look(withoutCasts(operation->getLHS()));
    look(withoutCasts(operation->getRHS()));
    return;
  }
  if (const auto *cast = dyn_cast<CastExpr>(code)) {
    lookThrough(*cast);
  } else if (const auto *member = dyn_cast<MemberExpr>(code)) {
    if (const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
        field && field->getParent()->isUnion())
      noteLooks(field->getParent());
  } else if (const auto *lambda = dyn_cast<LambdaExpr>(code)) {
    look(lambda->getBody());
  }
  for (const Stmt *part : partsOf(*code))
    look(part);
}

/// What the library does not copy, the program does not see.
void OpenBytes::lookAtArguments(const CallExpr &call) {
  const bool isCopy = copiesBytes(*call.getDirectCallee());
  const RecordDecl *first =
      call.getNumArgs() > 0 ? pointee(*withoutCasts(call.getArg(0))) : nullptr;
  for (const Expr *argument : call.arguments()) {
    const Expr *whole = withoutCasts(argument);
    const bool isAsItWas =
        !isCopy || (call.getNumArgs() > 1 && first &&
                    pointee(*withoutCasts(call.getArg(0))) ==
                        pointee(*withoutCasts(call.getArg(1))));
    look(isAsItWas ? whole : argument);
  }
}

void OpenBytes::lookThrough(const CastExpr &cast) {
  const Expr &from = *cast.getSubExpr();
  switch (cast.getCastKind()) {
  case CK_LValueBitCast:
  case CK_LValueToRValueBitCast:
    noteLooks(recordOf(from.getType()));
    noteLooks(recordOf(cast.getType()));
    break;
  case CK_BitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer: {
    const RecordDecl *source = pointee(from), *target = pointee(cast);
    if (source == target)
      break;
    noteLooks(source);
    // A new object has no other pointer. What is read alone, nothing stores to.
    const auto *call = dyn_cast<CallExpr>(from.IgnoreParenCasts());
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (target && !(callee && isOfLibrary(*callee, context)) &&
        !cast.getType()->getPointeeType().isConstQualified())
      noteLooks(target);
    break;
  }
  default:
    break;
  }
}

/// At the objects in it, too.
void OpenBytes::noteLooks(const RecordDecl *record) {
  if (!record || !lookedAt.insert(record).second)
    return;
  for (const FieldDecl *field : record->fields())
    noteLooks(recordOf(field->getType()));
  if (const auto *derived = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : derived->bases())
      noteLooks(recordOf(base.getType()));
}

bool OpenBytes::isOpen(const RecordDecl &record) {
  const auto [known, isNew] = open.try_emplace(&record, false);
  if (isNew)
    known->second = !fillsAll(record);
  return known->second;
}

/// Is each of its bits one of each member of a union, or of one of a struct?
bool OpenBytes::fillsAll(const RecordDecl &record) {
  if (record.field_empty() && !isa<CXXRecordDecl>(record))
    return true;
  const ASTRecordLayout &layout = context.getASTRecordLayout(&record);
  const auto bits = [&](QualType type) -> uint64_t {
    return context.getBaseElementType(type)->isSpecificBuiltinType(
               BuiltinType::LongDouble)
               ? 0 // has padding of its own
               : context.getTypeSize(type);
  };
  const uint64_t size = context.toBits(layout.getSize());
  uint64_t filled = 0;
  if (const auto *derived = dyn_cast<CXXRecordDecl>(&record)) {
    if (derived->isEmpty())
      return true;
    if (derived->isDynamicClass())
      return false;
    for (const CXXBaseSpecifier &base : derived->bases())
      if (const RecordDecl *inner = recordOf(base.getType());
          inner && !cast<CXXRecordDecl>(inner)->isEmpty())
        filled += context.toBits(context.getASTRecordLayout(inner).getSize());
  }
  for (const FieldDecl *field : record.fields()) {
    const uint64_t width = field->isUnnamedBitField() ? 0
                           : field->isBitField()
                               ? field->getBitWidth()
                                     ->EvaluateKnownConstInt(context)
                                     .getZExtValue()
                               : bits(field->getType());
    if (record.isUnion() && width != size && !field->isUnnamedBitField())
      return false;
    filled += width;
  }
  return record.isUnion() || filled == size;
}

/// Has an object of the type, or one in it, open bytes that are looked at?
bool OpenBytes::isSeen(QualType type) {
  const RecordDecl *record = recordOf(type);
  if (!record)
    return false;
  if (lookedAt.contains(record) && isOpen(*record))
    return true;
  if (const auto *derived = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : derived->bases())
      if (isSeen(base.getType()))
        return true;
  return llvm::any_of(record->fields(), [&](const FieldDecl *field) {
    return isSeen(field->getType());
  });
}

bool OpenBytes::areStoredBy(const FunctionDecl &function) {
  if (lookedAt.empty())
    return false;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
    if (isSeen(constructor->getFunctionObjectParameterType()))
      return true;
  return llvm::any_of(function.parameters(),
                      [&](const ParmVarDecl *parameter) {
                        return isSeen(parameter->getType());
                      }) ||
         llvm::any_of(codeOf(function),
                      [&](const Stmt *code) { return stores(code); });
}

bool OpenBytes::stores(const Stmt *code) {
  if (!code)
    return false;
  if (const auto *operation = dyn_cast<BinaryOperator>(code)) {
    if (operation->isAssignmentOp() && storesTo(*operation->getLHS(), false))
      return true;
  } else if (const auto *operation = dyn_cast<UnaryOperator>(code)) {
    const bool isAddress = operation->getOpcode() == UO_AddrOf;
    if ((isAddress || operation->isIncrementDecrementOp()) &&
        storesTo(*operation->getSubExpr(), isAddress))
      return true;
  } else if (const auto *declaration = dyn_cast<DeclStmt>(code)) {
    for (const Decl *each : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(each);
          variable && variable->getInit() && isSeen(variable->getType()))
        return true;
  } else if (isa<InitListExpr, CompoundLiteralExpr, CXXConstructExpr,
                 CXXOperatorCallExpr>(code)) {
    if (isSeen(cast<Expr>(code)->getType()))
      return true;
  } else if (const auto *lambda = dyn_cast<LambdaExpr>(code)) {
    if (stores(lambda->getBody()))
      return true;
  }
  return llvm::any_of(partsOf(*code),
                      [&](const Stmt *part) { return stores(part); });
}

/// Is the place, or an object that it is a member of, such a one? Of a whole
/// object, `isAddress` tells that its address is taken alone.
bool OpenBytes::storesTo(const Expr &place, bool isAddress) {
  if (!isAddress && isSeen(place.getType()))
    return true;
  for (const Expr *at = place.IgnoreParens();;) {
    if (const auto *element = dyn_cast<ArraySubscriptExpr>(at)) {
      const auto *array =
          dyn_cast<CastExpr>(element->getBase()->IgnoreParens());
      if (!array || array->getCastKind() != CK_ArrayToPointerDecay)
        return false;
      at = array->getSubExpr()->IgnoreParens();
      continue;
    }
    const auto *member = dyn_cast<MemberExpr>(at);
    const auto *field =
        member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field)
      return false;
    if (lookedAt.contains(field->getParent()) && isOpen(*field->getParent()))
      return true;
    if (member->isArrow())
      return false;
    at = member->getBase()->IgnoreParenImpCasts();
  }
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeclaredMakers.h"

#include "coverme/declared.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coverme::pass {
namespace {

/// Headers of large libraries declare thousands.
constexpr size_t kMostMakers = 64;

/// Of what `type` points to; null: no struct. The C library makes its streams
/// by itself.
const RecordDecl *recordBehind(QualType type) {
  if (!type->isPointerType())
    return nullptr;
  const auto *record = type->getPointeeType()->getAs<RecordType>();
  if (!record || record->getDecl()->getName() == "_IO_FILE")
    return nullptr;
  return cast<RecordDecl>(record->getDecl()->getCanonicalDecl());
}

class MakerCalls {
public:
  MakerCalls(ASTContext &astContext,
             const std::vector<const FunctionDecl *> &definitions)
      : context(astContext) {
    for (const FunctionDecl *function : definitions)
      for (const ParmVarDecl *parameter : function->parameters())
        if (const RecordDecl *record = recordBehind(parameter->getType()))
          taken.insert(record);
  }

  std::vector<FunctionDecl *> build() {
    std::vector<const FunctionDecl *> makers, fillers;
    llvm::SmallPtrSet<const FunctionDecl *, 16> known;
    for (const Decl *declaration : context.getTranslationUnitDecl()->decls()) {
      const auto *function = dyn_cast<FunctionDecl>(declaration);
      if (!function || !isCallable(*function) ||
          !known.insert(function->getCanonicalDecl()).second)
        continue;
      if (taken.contains(recordBehind(function->getReturnType())))
        makers.push_back(function);
      else if (llvm::any_of(function->parameters(),
                            [&](const ParmVarDecl *parameter) {
                              return isFilled(parameter->getType());
                            }))
        fillers.push_back(function);
    }
    makers.insert(makers.end(), fillers.begin(), fillers.end());
    makers.resize(std::min(makers.size(), kMostMakers));
    std::vector<FunctionDecl *> calls;
    for (const FunctionDecl *maker : makers)
      calls.push_back(callOf(*maker));
    return calls;
  }

private:
  static bool isCallable(const FunctionDecl &function) {
    return function.getIdentifier() && function.hasPrototype() &&
           !function.isVariadic() && !function.isDefined() &&
           function.isExternallyVisible() && !function.isInlined() &&
           function.getBuiltinID() == 0 && !function.isNoReturn();
  }

  bool isFilled(QualType type) const {
    const RecordDecl *record = recordBehind(type);
    return record && taken.contains(record) &&
           !type->getPointeeType().isConstQualified();
  }

  Expr *cast(CastKind kind, QualType type, Expr *operand) const {
    return ImplicitCastExpr::Create(context, type, kind, operand, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  }

  Expr *nameOf(ValueDecl &declaration, SourceLocation location) const {
    return DeclRefExpr::Create(context, NestedNameSpecifierLoc(),
                               SourceLocation(), &declaration, false, location,
                               declaration.getType(), VK_LValue);
  }

  /// static T __coverme_declared_f(A a, B b) { return f(a, b); }
  FunctionDecl *callOf(const FunctionDecl &maker) const {
    const SourceLocation at = maker.getLocation();
    auto &callee = const_cast<FunctionDecl &>(maker);
    FunctionDecl *call = FunctionDecl::Create(
        context, context.getTranslationUnitDecl(), at, at,
        &context.Idents.get(COVERME_DECLARED + maker.getName().str()),
        maker.getType(), context.getTrivialTypeSourceInfo(maker.getType(), at),
        SC_Static);
    std::vector<ParmVarDecl *> parameters;
    std::vector<Expr *> arguments;
    for (const ParmVarDecl *given : maker.parameters()) {
      const QualType type = given->getType();
      ParmVarDecl *own = ParmVarDecl::Create(
          context, call, at, at, given->getIdentifier(), type,
          context.getTrivialTypeSourceInfo(type, at), SC_None, nullptr);
      own->setScopeInfo(0, parameters.size());
      own->setIsUsed();
      parameters.push_back(own);
      arguments.push_back(
          cast(CK_LValueToRValue, type.getUnqualifiedType(), nameOf(*own, at)));
    }
    call->setParams(parameters);
    Expr *function =
        cast(CK_FunctionToPointerDecay, context.getPointerType(maker.getType()),
             nameOf(callee, at));
    Stmt *body = CallExpr::Create(context, function, arguments,
                                  maker.getCallResultType(), VK_PRValue, at,
                                  FPOptionsOverride());
    if (!maker.getReturnType()->isVoidType())
      body = ReturnStmt::Create(context, at, llvm::cast<Expr>(body), nullptr);
    call->setBody(
        CompoundStmt::Create(context, {body}, FPOptionsOverride(), at, at));
    call->addAttr(UsedAttr::CreateImplicit(context));
    return call;
  }

  ASTContext &context;
  llvm::SmallPtrSet<const RecordDecl *, 16> taken; // by functions of the file
};

} // namespace

std::vector<FunctionDecl *>
callDeclaredMakers(ASTContext &context,
                   const std::vector<const FunctionDecl *> &definitions) {
  if (context.getLangOpts().CPlusPlus)
    return {};
  return MakerCalls(context, definitions).build();
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SourcePlaces.h"

#include "CodeParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coverme::pass {
namespace {

const Expr *castless(const Stmt *part) {
  const auto *at = dyn_cast_or_null<Expr>(part);
  while (at) {
    at = at->IgnoreParens();
    if (const auto *cast = dyn_cast<CastExpr>(at))
      at = cast->getSubExpr();
    else if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(at))
      at = argument->getExpr();
    else if (const auto *operation = dyn_cast<UnaryOperator>(at);
             operation && operation->getOpcode() == UO_Extension)
      at = operation->getSubExpr();
    else
      break;
  }
  return at;
}

/// The macro whose name has become the token.
llvm::StringRef macroOf(SourceLocation token, const ASTContext &context) {
  const SourceManager &sources = context.getSourceManager();
  if (!token.isMacroID() ||
      !sources.isWrittenInScratchSpace(sources.getSpellingLoc(token)))
    return "";
  return Lexer::getImmediateMacroName(token, sources, context.getLangOpts());
}

bool isOnSeveralLines(SourceLocation token, const SourceManager &sources) {
  const CharSourceRange range = sources.getExpansionRange(token);
  return sources.getExpansionLineNumber(range.getBegin()) !=
         sources.getExpansionLineNumber(range.getEnd());
}

/// Compilers calculate what it returns.
bool isConstantFunction(const FunctionDecl &function,
                        const ASTContext &context) {
  const unsigned builtin = function.getBuiltinID();
  return function.isConstexpr() ||
         (builtin != 0 && context.BuiltinInfo.isConstantEvaluated(builtin));
}

} // namespace

/// A text, by a name that compilers or commands give, or by the time.
bool SourcePlaces::isNamed(const Expr &at) const {
  if (const auto *name = dyn_cast<PredefinedExpr>(&at))
    return name->getIdentKind() != PredefinedIdentKind::Func &&
           name->getIdentKind() != PredefinedIdentKind::Function;
  const auto *text = dyn_cast<StringLiteral>(&at);
  for (unsigned i = 0; text && i < text->getNumConcatenated(); ++i)
    if (llvm::StringSwitch<bool>(macroOf(text->getStrTokenLoc(i), context))
            .Cases("__FILE__", "__BASE_FILE__", "__FILE_NAME__", true)
            .Cases("__DATE__", "__TIME__", "__TIMESTAMP__", true)
            .Default(false))
      return true;
  return false;
}

bool SourcePlaces::isPlace(const Expr &at) const {
  if (const auto *number = dyn_cast<IntegerLiteral>(&at))
    return macroOf(number->getLocation(), context) == "__LINE__" &&
           isOnSeveralLines(number->getLocation(), context.getSourceManager());
  return isa<SourceLocExpr>(at) || isNamed(at);
}

/// As a text's address?
bool SourcePlaces::isHandedOn(const Stmt *part) {
  const auto *at = dyn_cast_or_null<Expr>(part);
  while (const auto *cast =
             at ? dyn_cast<CastExpr>(at->IgnoreParens()) : nullptr) {
    at = cast->getSubExpr();
    if (cast->getCastKind() != CK_ArrayToPointerDecay)
      continue;
    at = castless(at);
    if (!isNamed(*at))
      return false;
    const auto *name = dyn_cast<PredefinedExpr>(at);
    const auto *text =
        name ? name->getFunctionName() : cast_or_null<StringLiteral>(at);
    if (text && text->getCharByteWidth() == 1)
      seen.insert(text->getBytes().str());
    return text && text->getCharByteWidth() == 1;
  }
  return false;
}

bool SourcePlaces::isLookedAt(const Stmt &by) const {
  if (const auto *operation = dyn_cast<BinaryOperator>(&by))
    return !operation->isAssignmentOp();
  if (const auto *operation = dyn_cast<UnaryOperator>(&by))
    return operation->getOpcode() == UO_Deref;
  if (const auto *construct = dyn_cast<CXXConstructExpr>(&by))
    return construct->getConstructor()->isConstexpr();
  if (const auto *call = dyn_cast<CallExpr>(&by))
    return call->getDirectCallee() &&
           isConstantFunction(*call->getDirectCallee(), context);
  if (const auto *declaration = dyn_cast<DeclStmt>(&by))
    return llvm::any_of(declaration->decls(), [](const Decl *each) {
      const auto *variable = dyn_cast<VarDecl>(each);
      return variable && variable->isConstexpr();
    });
  return isa<ArraySubscriptExpr, ConstantExpr>(by);
}

/// To a function that is not seen.
bool SourcePlaces::isPassedOut(const Stmt *part, const Stmt &by) const {
  const auto *call = dyn_cast<CallExpr>(&by);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const Expr *at = castless(part);
  return callee && !callee->hasBody() &&
         !isConstantFunction(*callee, context) && at && isPlace(*at);
}

bool SourcePlaces::areComputedWith(const Stmt *code, bool isSeen) {
  if (!code || (!isSeen && isHandedOn(code)))
    return false;
  if (const auto *at = dyn_cast<Expr>(code); at && isPlace(*at))
    return true;
  if (const auto *lambda = dyn_cast<LambdaExpr>(code);
      lambda && areComputedWith(lambda->getBody()))
    return true;
  const bool looks =
      isa<CastExpr, ParenExpr>(code) ? isSeen : isLookedAt(*code);
  return llvm::any_of(partsOf(*code), [&](const Stmt *part) {
    return !isPassedOut(part, *code) && areComputedWith(part, looks);
  });
}

} // namespace coverme::pass

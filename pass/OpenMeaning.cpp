// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenMeaning.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coverme {
namespace {

/// What evaluating an expression may do.
struct Effects {
  llvm::SmallPtrSet<const VarDecl *, 4> reads, writes; // variables of the call
  bool readsMemory = false, writesMemory = false;      // any other
  bool callsOut = false; // code that is not seen; all that it does is unknown

  void add(const Effects &other) {
    reads.insert(other.reads.begin(), other.reads.end());
    writes.insert(other.writes.begin(), other.writes.end());
    readsMemory |= other.readsMemory;
    writesMemory |= other.writesMemory;
    callsOut |= other.callsOut;
  }
};

bool disturbs(const Effects &writer, const Effects &other) {
  return llvm::any_of(writer.writes,
                      [&](const VarDecl *variable) {
                        return other.reads.contains(variable) ||
                               other.writes.contains(variable);
                      }) ||
         (writer.writesMemory &&
          (other.readsMemory || other.writesMemory || other.callsOut)) ||
         (writer.callsOut && other.readsMemory);
}

class Orders {
public:
  explicit Orders(ASTContext &context) : context(context) {}

  /// What a call of `function` does to what it shares with its caller.
  Effects effectsOf(const FunctionDecl &function) {
    const FunctionDecl *definition = nullptr;
    Effects effects;
    if (!function.hasBody(definition)) {
      const unsigned builtin = function.getBuiltinID();
      const Builtin::Context &builtins = context.BuiltinInfo;
      if (function.hasAttr<ConstAttr>() ||
          (builtin && (builtins.isConst(builtin) ||
                       builtins.isConstWithoutErrnoAndExceptions(builtin) ||
                       builtins.isConstWithoutExceptions(builtin))))
        return effects;
      if (function.hasAttr<PureAttr>() || (builtin && builtins.isPure(builtin)))
        effects.readsMemory = true;
      else
        effects.callsOut = true;
      return effects;
    }
    auto [known, isNew] = functions.try_emplace(definition);
    if (!isNew)
      return known->second;
    known->second.callsOut = true; // should it call itself
    noteAddresses(definition->getBody());
    effects = visit(definition->getBody());
    effects.reads.clear();
    effects.writes.clear();
    functions[definition] = effects;
    return effects;
  }

  bool foundConflict = false;

private:
  /// Variables whose address is known elsewhere are memory like any other.
  void noteAddresses(const Stmt *at) {
    if (!at)
      return;
    const Expr *object = nullptr;
    if (const auto *operation = dyn_cast<UnaryOperator>(at);
        operation && operation->getOpcode() == UO_AddrOf)
      object = operation->getSubExpr();
    else if (const auto *cast = dyn_cast<CastExpr>(at);
             cast && cast->getCastKind() == CK_ArrayToPointerDecay)
      object = cast->getSubExpr();
    if (object)
      if (const VarDecl *variable = variableOf(*object))
        addressed.insert(variable);
    for (const Stmt *child : at->children())
      noteAddresses(child);
  }

  /// The variable that an lvalue is, or is a part of; null for other memory.
  static const VarDecl *variableOf(const Expr &place) {
    const Expr *at = place.IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<MemberExpr>(at)) {
      if (member->isArrow())
        return nullptr;
      at = member->getBase()->IgnoreParenImpCasts();
    }
    const auto *name = dyn_cast<DeclRefExpr>(at);
    return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  }

  void access(const Expr &place, bool isWrite, Effects &effects) {
    const VarDecl *variable = variableOf(place);
    if (variable && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType() &&
        !addressed.contains(variable)) {
      (isWrite ? effects.writes : effects.reads).insert(variable);
      return;
    }
    if (variable && variable->getType().isConstQualified() &&
        !variable->getType().isVolatileQualified())
      return;
    (isWrite ? effects.writesMemory : effects.readsMemory) = true;
  }

  static bool isOrdered(const Stmt &at) {
    if (const auto *operation = dyn_cast<BinaryOperator>(&at))
      return operation->isLogicalOp() || operation->isCommaOp();
    return !isa<BinaryOperator, CallExpr, ArraySubscriptExpr, InitListExpr>(at);
  }

  Effects visit(const Stmt *at) {
    Effects all;
    if (!at || isa<UnaryExprOrTypeTraitExpr>(at))
      return all;
    llvm::SmallVector<Effects, 4> parts;
    for (const Stmt *child : at->children())
      parts.push_back(visit(child));
    if (!isOrdered(*at))
      for (size_t i = 0; i < parts.size(); ++i)
        for (size_t j = 0; j < parts.size(); ++j)
          foundConflict |= i != j && disturbs(parts[i], parts[j]);
    for (const Effects &part : parts)
      all.add(part);
    if (const auto *cast = dyn_cast<CastExpr>(at)) {
      if (cast->getCastKind() == CK_LValueToRValue)
        access(*cast->getSubExpr(), false, all);
    } else if (const auto *operation = dyn_cast<BinaryOperator>(at)) {
      if (operation->isAssignmentOp())
        access(*operation->getLHS(), true, all);
      if (operation->isCompoundAssignmentOp())
        access(*operation->getLHS(), false, all);
    } else if (const auto *operation = dyn_cast<UnaryOperator>(at)) {
      if (operation->isIncrementDecrementOp()) {
        access(*operation->getSubExpr(), true, all);
        access(*operation->getSubExpr(), false, all);
      }
    } else if (const auto *call = dyn_cast<CallExpr>(at)) {
      if (const FunctionDecl *callee = call->getDirectCallee())
        all.add(effectsOf(*callee));
      else
        all.callsOut = true;
    } else if (isa<CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, GCCAsmStmt>(
                   at)) {
      all.callsOut = true;
    }
    return all;
  }

  ASTContext &context;
  llvm::DenseMap<const FunctionDecl *, Effects> functions;
  llvm::SmallPtrSet<const VarDecl *, 16> addressed;
};

/// Of its result, C says only whether it is 0.
bool isTruthOnly(const FunctionDecl &function) {
  if (!function.getIdentifier())
    return false;
  llvm::StringRef name = function.getName();
  const bool isBuiltin = name.consume_front("__builtin_");
  if (!isBuiltin)
    return false;
  return llvm::StringSwitch<bool>(name)
      .Cases("signbit", "signbitf", "signbitl", true)
      .Cases("isinf", "isinff", "isinfl", "isinf_sign", true)
      .Cases("isnan", "isnanf", "isnanl", "isnormal", true)
      .Cases("isfinite", "finite", "finitef", "finitel", true)
      .Cases("issubnormal", "iszero", "issignaling", true)
      // The same, and more, of these: only their sign.
      .Cases("memcmp", "strcmp", "strncmp", "bcmp", true)
      .Default(false);
}

/// Does the statement use more of such a result than whether it is 0?
bool usesMoreThanTruth(const Stmt *at, bool isTruth) {
  if (!at)
    return false;
  if (const auto *call = dyn_cast<CallExpr>(at))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && isTruthOnly(*callee) && !isTruth)
      return true;
  const auto isZero = [](const Expr *value) {
    const auto *number = dyn_cast<IntegerLiteral>(value->IgnoreParenImpCasts());
    return number && number->getValue().isZero();
  };
  const Stmt *condition = nullptr;
  bool keeps = isa<ParenExpr, ConstantExpr, ExprWithCleanups>(at);
  if (const auto *branch = dyn_cast<IfStmt>(at))
    condition = branch->getCond();
  else if (const auto *loop = dyn_cast<WhileStmt>(at))
    condition = loop->getCond();
  else if (const auto *loop = dyn_cast<DoStmt>(at))
    condition = loop->getCond();
  else if (const auto *loop = dyn_cast<ForStmt>(at))
    condition = loop->getCond();
  else if (const auto *choice = dyn_cast<ConditionalOperator>(at))
    condition = choice->getCond();
  bool areAll = false;
  if (const auto *cast = dyn_cast<CastExpr>(at)) {
    areAll = cast->getType()->isBooleanType();
    keeps |= isa<ImplicitCastExpr>(cast);
  } else if (const auto *operation = dyn_cast<UnaryOperator>(at)) {
    areAll = operation->getOpcode() == UO_LNot;
    keeps |= operation->getOpcode() == UO_Extension;
  } else if (const auto *operation = dyn_cast<BinaryOperator>(at)) {
    areAll = operation->isLogicalOp() ||
             (operation->isEqualityOp() &&
              (isZero(operation->getLHS()) || isZero(operation->getRHS())));
  } else if (const auto *call = dyn_cast<CallExpr>(at)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const unsigned builtin = callee ? callee->getBuiltinID() : 0;
    areAll = builtin == Builtin::BI__builtin_expect;
  } else if (isa<ConditionalOperator>(at)) {
    keeps = true;
  }
  return llvm::any_of(at->children(), [&](const Stmt *child) {
    return usesMoreThanTruth(child, areAll || child == condition ||
                                        (keeps && isTruth));
  });
}

/// Tells compilers apart by being defined.
bool isOfOneCompiler(llvm::StringRef macro) {
  return macro.starts_with("__clang") || macro.starts_with("__llvm") ||
         macro.starts_with("__GCC_") || macro == "__OPTIMIZE__" ||
         macro == "__OPTIMIZE_SIZE__" || macro == "__NO_INLINE__";
}

/// Tells compilers, or compilations, apart by its value.
bool hasValueOfCompiler(llvm::StringRef macro) {
  return isOfOneCompiler(macro) ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", true)
             .Cases("__VERSION__", "__COUNTER__", "__DATE__", "__TIME__",
                    "__TIMESTAMP__", true)
             .Cases("__has_builtin", "__has_attribute", "__has_feature",
                    "__has_extension", "__has_constexpr_builtin", true)
             .Cases("__has_c_attribute", "__has_cpp_attribute",
                    "__has_declspec_attribute", "__is_identifier", true)
             .Default(false);
}

class MacroWatch : public PPCallbacks {
public:
  MacroWatch(Preprocessor &preprocessor, std::string &reason)
      : preprocessor(preprocessor), reason(reason) {}

  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    if (hasValueOfCompiler(name.getIdentifierInfo()->getName()))
      note(name);
  }
  void Ifdef(SourceLocation, const Token &name,
             const MacroDefinition &) override {
    noteAsked(name);
  }
  void Ifndef(SourceLocation, const Token &name,
              const MacroDefinition &) override {
    noteAsked(name);
  }
  void Elifdef(SourceLocation, const Token &name,
               const MacroDefinition &) override {
    noteAsked(name);
  }
  void Elifndef(SourceLocation, const Token &name,
                const MacroDefinition &) override {
    noteAsked(name);
  }
  void Defined(const Token &name, const MacroDefinition &,
               SourceRange) override {
    noteAsked(name);
  }

private:
  void noteAsked(const Token &name) {
    if (name.getIdentifierInfo() &&
        isOfOneCompiler(name.getIdentifierInfo()->getName()))
      noteIn(name, /*isDirective=*/true);
  }

  void note(const Token &name) {
    noteIn(name, preprocessor.isParsingIfOrElifDirective());
  }

  void noteIn(const Token &name, bool isDirective) {
    const SourceManager &sources = preprocessor.getSourceManager();
    const SourceLocation place = sources.getSpellingLoc(name.getLocation());
    const bool isUsers = !sources.isInSystemHeader(place) &&
                         !sources.isWrittenInBuiltinFile(place) &&
                         !sources.isWrittenInCommandLineFile(place);
    if (reason.empty() && isUsers &&
        (!isDirective || sources.isInMainFile(place)))
      reason = "it depends on the compiler by " +
               name.getIdentifierInfo()->getName().str();
  }

  Preprocessor &preprocessor;
  std::string &reason;
};

/// Finds `__attribute__((optimize(...)))` among the tokens.
class AttributeWatch {
public:
  AttributeWatch(Preprocessor &preprocessor, std::string &reason)
      : preprocessor(preprocessor), reason(reason) {}

  void operator()(const Token &token) {
    if (token.is(tok::kw___attribute)) {
      isInside = true;
      depth = 0;
    } else if (isInside && token.is(tok::l_paren)) {
      ++depth;
    } else if (isInside && token.is(tok::r_paren)) {
      isInside = --depth > 0;
    } else if (isInside && depth == 2 && reason.empty() &&
               !token.isAnnotation() && token.getIdentifierInfo()) {
      const llvm::StringRef name = token.getIdentifierInfo()->getName();
      const SourceManager &sources = preprocessor.getSourceManager();
      if ((name == "optimize" || name == "__optimize__") &&
          !sources.isInSystemHeader(token.getLocation()))
        reason = "it asks gcc for an optimisation by an attribute";
    }
  }

private:
  Preprocessor &preprocessor;
  std::string &reason;
  bool isInside = false;
  unsigned depth = 0;
};

class OptimizePragma : public PragmaHandler {
public:
  explicit OptimizePragma(std::string &reason)
      : PragmaHandler("optimize"), reason(reason) {}

  void HandlePragma(Preprocessor &, PragmaIntroducer, Token &) override {
    if (reason.empty())
      reason = "it asks gcc for an optimisation by a pragma";
  }

private:
  std::string &reason;
};

} // namespace

std::string openMeaning(const FunctionDecl &function, ASTContext &context) {
  if (usesMoreThanTruth(function.getBody(), false))
    return "of a result that it uses C says no more than whether it is 0";
  Orders orders(context);
  orders.effectsOf(function);
  if (orders.foundConflict)
    return "C leaves the order open in which it evaluates operands";
  return "";
}

void watchForCompilers(Preprocessor &preprocessor, std::string &reason) {
  preprocessor.addPPCallbacks(
      std::make_unique<MacroWatch>(preprocessor, reason));
  preprocessor.setTokenWatcher(AttributeWatch(preprocessor, reason));
  preprocessor.AddPragmaHandler("GCC", new OptimizePragma(reason));
}

} // namespace coverme

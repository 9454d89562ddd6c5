// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenMeaning.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

using namespace clang;

namespace coverme::pass {
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

/// A call of memcpy or its like, by whatever name, which does no more than that
/// says; else null.
const CallExpr *moveOfBytes(const Stmt &at) {
  const auto *call = dyn_cast<CallExpr>(&at);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || callee->hasBody())
    return nullptr;
  switch (callee->getBuiltinID()) {
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
  case Builtin::BImemmove:
  case Builtin::BI__builtin_memmove:
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    return call;
  default:
    return nullptr;
  }
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
  /// Variables whose address is known elsewhere are memory like any other. So
  /// are those that references are bound to: whatever is done with them but to
  /// read them, or to write them in a place where only a value is wanted.
  void noteAddresses(const Stmt *at, bool isValue = true) {
    if (!at)
      return;
    noteMoves(*at);
    if (moves.contains(at)) {
      for (const Expr *argument : cast<CallExpr>(at)->arguments())
        if (!objectAt(*argument))
          noteAddresses(argument);
      return;
    }
    if (context.getLangOpts().CPlusPlus) {
      noteReferences(*at, isValue);
      return;
    }
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

  /// Statements that move bytes, and whose value, which is a pointer, nobody
  /// takes.
  void noteMoves(const Stmt &at) {
    const auto *block = dyn_cast<CompoundStmt>(&at);
    if (const auto *value = dyn_cast<StmtExpr>(&at))
      values.insert(value->getSubStmt());
    else if (block)
      for (const Stmt *statement : block->body())
        if (moveOfBytes(*statement) &&
            !(values.contains(block) && statement == block->body_back()))
          moves.insert(statement);
  }

  void noteReferences(const Stmt &at, bool isValue) {
    bool keeps = false; // what its operand is for is what it is for
    if (const auto *name = dyn_cast<DeclRefExpr>(&at)) {
      const auto *variable = dyn_cast<VarDecl>(name->getDecl());
      if (variable && !isValue)
        addressed.insert(variable);
    } else if (const auto *member = dyn_cast<MemberExpr>(&at)) {
      keeps = !member->isArrow();
    } else if (const auto *operation = dyn_cast<BinaryOperator>(&at)) {
      keeps = operation->isAssignmentOp();
    } else if (const auto *operation = dyn_cast<UnaryOperator>(&at)) {
      keeps = operation->isIncrementDecrementOp();
    } else {
      keeps = isa<ParenExpr>(at);
    }
    const auto *cast = dyn_cast<CastExpr>(&at);
    const bool isRead = cast && cast->getCastKind() == CK_LValueToRValue;
    const bool isDiscarded =
        !isa<Expr>(at) && !isa<DeclStmt>(at) && !isa<ReturnStmt>(at);
    if (const auto *lambda = dyn_cast<LambdaExpr>(&at))
      noteAddresses(lambda->getBody());
    for (const Stmt *child : at.children())
      noteAddresses(child, isRead || isDiscarded || (keeps && isValue));
  }

  /// The variable that an lvalue is, or is a part of; null for other memory.
  static const VarDecl *variableOf(const Expr &place) {
    const Expr *at = place.IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<MemberExpr>(at)) {
      if (member->isArrow())
        return nullptr;
      at = member->getBase()->IgnoreParenImpCasts();
    }
    // What a lambda captures is a member of it, or a reference.
    const auto *name = dyn_cast<DeclRefExpr>(at);
    return name && !name->refersToEnclosingVariableOrCapture()
               ? dyn_cast<VarDecl>(name->getDecl())
               : nullptr;
  }

  /// The variable, or the part of one, whose address a pointer is; null for
  /// another pointer.
  static const Expr *objectAt(const Expr &pointer) {
    const Expr *at = pointer.IgnoreParenCasts();
    if (const auto *operation = dyn_cast<UnaryOperator>(at);
        operation && operation->getOpcode() == UO_AddrOf)
      at = operation->getSubExpr();
    else if (!at->getType()->isArrayType())
      return nullptr;
    return variableOf(*at) ? at : nullptr;
  }

  void accessAt(const Expr &pointer, bool isWrite, Effects &effects) {
    if (const Expr *object = objectAt(pointer))
      access(*object, isWrite, effects);
    else
      (isWrite ? effects.writesMemory : effects.readsMemory) = true;
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
    return !isa<BinaryOperator, CallExpr, ArraySubscriptExpr, InitListExpr,
                CXXConstructExpr, CXXNewExpr>(at);
  }

  Effects visit(const Stmt *at) {
    Effects all;
    if (!at || isa<UnaryExprOrTypeTraitExpr>(at))
      return all;
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(at))
      return visit(argument->getExpr());
    if (const auto *lambda = dyn_cast<LambdaExpr>(at))
      effectsOf(*lambda->getCallOperator());
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
    } else if (const auto *call = dyn_cast<CallExpr>(at);
               call && moves.contains(call)) {
      accessAt(*call->getArg(0), true, all);
      accessAt(*call->getArg(1), false, all); // of memset, a number
    } else if (call) {
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
  llvm::SmallPtrSet<const Stmt *, 16> moves, values;
};

/// What is told or used of a number; each includes the ones before it.
enum class Known { Truth, Sign, Value };

/// What C says of the function's result.
Known knownOf(const FunctionDecl &function) {
  if (!function.getIdentifier())
    return Known::Value;
  llvm::StringRef name = function.getName();
  const bool isBuiltin = name.consume_front("__builtin_");
  const Known known = llvm::StringSwitch<Known>(name)
                          .Cases("memcmp", "strcmp", "strncmp", Known::Sign)
                          .Cases("strcasecmp", "strncasecmp", Known::Sign)
                          .Cases("strcoll", "wcscmp", "wcsncmp", Known::Sign)
                          .Cases("wmemcmp", "wcscoll", Known::Sign)
                          .Case("bcmp", Known::Truth)
                          .Default(Known::Value);
  if (!isBuiltin)
    return known;
  return llvm::StringSwitch<Known>(name)
      .Cases("signbit", "signbitf", "signbitl", Known::Truth)
      .Cases("isinf", "isinff", "isinfl", "isinf_sign", Known::Truth)
      .Cases("isnan", "isnanf", "isnanl", "isnormal", Known::Truth)
      .Cases("isfinite", "finite", "finitef", "finitel", Known::Truth)
      .Cases("issubnormal", "iszero", "issignaling", Known::Truth)
      .Default(known);
}

/// Does the statement, of which `used` is used, use more of a result than C
/// says of it?
bool usesMoreThanKnown(const Stmt *at, Known used) {
  if (!at)
    return false;
  if (const auto *call = dyn_cast<CallExpr>(at))
    if (const FunctionDecl *callee = call->getDirectCallee();
        callee && knownOf(*callee) < used)
      return true;
  if (const auto *lambda = dyn_cast<LambdaExpr>(at))
    return usesMoreThanKnown(lambda->getBody(), Known::Value);
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
  Known part = Known::Value; // what is used of each
  if (const auto *cast = dyn_cast<CastExpr>(at)) {
    if (cast->getType()->isBooleanType())
      part = Known::Truth;
    keeps |= isa<ImplicitCastExpr>(cast);
  } else if (const auto *operation = dyn_cast<UnaryOperator>(at)) {
    if (operation->getOpcode() == UO_LNot)
      part = Known::Truth;
    keeps |= operation->getOpcode() == UO_Extension;
  } else if (const auto *operation = dyn_cast<BinaryOperator>(at)) {
    const bool isToZero =
        isZero(operation->getLHS()) || isZero(operation->getRHS());
    if (operation->isLogicalOp() || (operation->isEqualityOp() && isToZero))
      part = Known::Truth;
    else if (operation->isRelationalOp() && isToZero)
      part = Known::Sign;
  } else if (const auto *call = dyn_cast<CallExpr>(at)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const unsigned builtin = callee ? callee->getBuiltinID() : 0;
    keeps = builtin == Builtin::BI__builtin_expect;
  } else if (isa<ConditionalOperator>(at)) {
    keeps = true;
  }
  return llvm::any_of(at->children(), [&](const Stmt *child) {
    const Known ofChild = child == condition ? Known::Truth : part;
    return usesMoreThanKnown(child, keeps ? std::min(ofChild, used) : ofChild);
  });
}

/// Does the statement return a variable by a copy that a compiler may leave
/// out, and the program can tell (C++17 [class.copy.elision])?
bool mayElideCopy(const Stmt *at) {
  if (!at)
    return false;
  if (const auto *leave = dyn_cast<ReturnStmt>(at);
      leave && leave->getRetValue())
    if (const auto *copy =
            dyn_cast<CXXConstructExpr>(leave->getRetValue()->IgnoreImplicit());
        copy && copy->getConstructor()->isCopyOrMoveConstructor() &&
        !copy->getConstructor()->isTrivial()) {
      const auto *name =
          dyn_cast<DeclRefExpr>(copy->getArg(0)->IgnoreParenImpCasts());
      const auto *variable =
          name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      return variable && variable->hasLocalStorage() &&
             !isa<ParmVarDecl>(variable);
    }
  if (const auto *lambda = dyn_cast<LambdaExpr>(at))
    return mayElideCopy(lambda->getBody());
  return llvm::any_of(at->children(), mayElideCopy);
}

/// Does the statement compute with a bit-field wider than int? To gcc it has a
/// type of that many bits, to clang the one that it was declared with.
bool usesWideBitField(const Stmt *at, const ASTContext &context) {
  if (!at)
    return false;
  if (const auto *member = dyn_cast<MemberExpr>(at)) {
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && field->isBitField()) {
      const uint64_t width =
          field->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue();
      if (width > context.getIntWidth(context.IntTy) &&
          width < context.getIntWidth(field->getType()))
        return true;
    }
  }
  return llvm::any_of(at->children(), [&](const Stmt *child) {
    return usesWideBitField(child, context);
  });
}

/// Does the statement multiply or divide complex numbers by other rules than
/// those of Annex G? The pragma for it means nothing to gcc.
bool usesOtherComplexRules(const Stmt *at, const LangOptions &language) {
  if (!at)
    return false;
  if (const auto *operation = dyn_cast<BinaryOperator>(at);
      operation && operation->getType()->isAnyComplexType() &&
      operation->getFPFeaturesInEffect(language).getComplexRange() !=
          LangOptions::CX_Full)
    return true;
  return llvm::any_of(at->children(), [&](const Stmt *child) {
    return usesOtherComplexRules(child, language);
  });
}

/// Finds variables that begin to live in places of which clang's IR does not
/// tell: a jump leads past the declaration, or back to ahead of it.
class Jumps {
public:
  bool losesLifetimes(const Stmt *body) {
    visit(body);
    return llvm::any_of(variables, [&](const Variable &variable) {
      return llvm::any_of(
          jumps, [&](const Jump &jump) { return loses(variable, jump); });
    });
  }

private:
  // Places are numbers, in the order of the source.
  struct Variable {
    unsigned place, scope, scopeEnd;
  };
  struct Jump {
    unsigned from;
    const LabelDecl *label; // null for any, if `to` is 0
    unsigned to;
  };

  bool loses(const Variable &variable, const Jump &jump) const {
    if (jump.to != 0)
      return leadsPast(variable, jump.from, jump.to);
    return llvm::any_of(labels, [&](const auto &label) {
      return (!jump.label || jump.label == label.first) &&
             (leadsPast(variable, jump.from, label.second) ||
              leadsBack(variable, jump.from, label.second));
    });
  }

  static bool isIn(const Variable &variable, unsigned place) {
    return variable.place < place && place < variable.scopeEnd;
  }

  /// Variables of the function's own block live but once, so that it makes no
  /// difference to them.
  static bool leadsPast(const Variable &variable, unsigned from, unsigned to) {
    return variable.scope != 1 && isIn(variable, to) && !isIn(variable, from);
  }

  static bool leadsBack(const Variable &variable, unsigned from, unsigned to) {
    return isIn(variable, from) && variable.scope < to && to < variable.place;
  }

  void visit(const Stmt *at) {
    if (!at || isa<LambdaExpr>(at))
      return;
    const unsigned here = ++places;
    const bool isScope =
        !isa<DeclStmt, LabelStmt, SwitchCase, AttributedStmt>(at);
    const size_t firstVariable = variables.size();
    const unsigned outerScope = scope, outerSwitch = choice;
    if (isScope)
      scope = here;
    if (isa<SwitchStmt>(at))
      choice = here;
    if (const auto *label = dyn_cast<LabelStmt>(at))
      labels.emplace_back(label->getDecl(), here);
    else if (isa<SwitchCase>(at))
      jumps.push_back({choice, nullptr, here});
    else if (const auto *jump = dyn_cast<GotoStmt>(at))
      jumps.push_back({here, jump->getLabel(), 0});
    else if (isa<IndirectGotoStmt>(at))
      jumps.push_back({here, nullptr, 0});
    else if (const auto *declaration = dyn_cast<DeclStmt>(at))
      for (const Decl *each : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(each);
            variable && variable->hasLocalStorage())
          variables.push_back({here, scope, 0});
    for (const Stmt *child : at->children())
      visit(child);
    for (size_t i = firstVariable; isScope && i < variables.size(); ++i)
      if (variables[i].scope == here)
        variables[i].scopeEnd = places + 1;
    scope = outerScope;
    choice = outerSwitch;
  }

  std::vector<Variable> variables;
  std::vector<Jump> jumps;
  std::vector<std::pair<const LabelDecl *, unsigned>> labels;
  unsigned places = 0, scope = 0, choice = 0;
};

/// Is defined by clang, and not by each version of gcc.
bool isOfClang(llvm::StringRef macro) {
  return macro.starts_with_insensitive("__clang") ||
         macro.starts_with("__llvm") || macro.starts_with("__FPCLASS_") ||
         macro.starts_with("__MEMORY_SCOPE_") ||
         macro.starts_with("__OPENCL_") || macro.starts_with("__STDC_EMBED_") ||
         macro.starts_with("__tune_") || macro.contains("_FMT") ||
         macro.ends_with("_C_SUFFIX__") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__LITTLE_ENDIAN__", "__BIG_ENDIAN__", true)
             .Cases("__FLOAT128__", "__BITINT_MAXWIDTH__", true)
             .Cases("__BOOL_WIDTH__", "__LLONG_WIDTH__", true)
             .Cases("__POINTER_WIDTH__", "__UINTMAX_WIDTH__", true)
             .Cases("__UINTPTR_WIDTH__", "__WINT_UNSIGNED__", true)
             .Cases("__NO_MATH_INLINES", "__CONSTANT_CFSTRINGS__", true)
             .Cases("__has_feature", "__has_extension", true)
             .Cases("__has_warning", "__has_declspec_attribute", true)
             .Cases("__is_identifier", "__private_extern__", true)
             .Default(false);
}

/// Is defined by gcc, ahead of all headers; a header may do so for both.
bool isOfGcc(llvm::StringRef macro) {
  return macro.starts_with("__GCC_") || macro.starts_with("__DEC") ||
         macro.starts_with("__FLT32") || macro.starts_with("__FLT64") ||
         macro.starts_with("__FLT128_") || macro.starts_with("__ATOMIC_HLE_") ||
         macro.starts_with("__STDC_IEC_") ||
         macro.ends_with("_IS_IEC_60559__") ||
         macro.ends_with("_EXECUTION_CHARSET_NAME") ||
         (macro.ends_with("_C") &&
          (macro.starts_with("__INT") || macro.starts_with("__UINT"))) ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__FLOAT_WORD_ORDER__", "__SIZEOF_FLOAT80__", true)
             .Case("__FLT_EVAL_METHOD_TS_18661_3__", true)
             .Cases("__LONG_LONG_WIDTH__", "__SCHAR_WIDTH__", true)
             .Cases("__MMX_WITH_SSE__", "__SIG_ATOMIC_TYPE__", true)
             .Cases("__SIG_ATOMIC_MIN__", "__WCHAR_MIN__", true)
             .Cases("__WINT_MIN__", "__STDC_ISO_10646__", true)
             .Cases("__HAVE_SPECULATION_SAFE_VALUE", "_STDC_PREDEF_H", true)
             .Default(false);
}

/// Tells compilers apart by being defined.
bool isOfOneCompiler(llvm::StringRef macro, bool isDefined) {
  return isOfClang(macro) || (isOfGcc(macro) && !isDefined) ||
         macro.starts_with("__GCC_") || macro.starts_with("__cpp_") ||
         macro.starts_with("__SSP_") || macro.starts_with("__SANITIZE_") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__OPTIMIZE__", "__OPTIMIZE_SIZE__", true)
             .Cases("__NO_INLINE__", "__SSP__", "__CET__", true)
             .Cases("__PIC__", "__pic__", "__PIE__", "__pie__", true)
             .Default(false);
}

/// Tells compilers, or compilations, apart by its value.
bool hasValueOfCompiler(llvm::StringRef macro) {
  return isOfOneCompiler(macro, /*isDefined=*/true) ||
         macro.starts_with("__INT_FAST") || macro.starts_with("__UINT_FAST") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", true)
             .Case("__GNUG__", true)
             .Cases("__VERSION__", "__COUNTER__", "__DATE__", "__TIME__",
                    "__TIMESTAMP__", true)
             .Cases("__has_builtin", "__has_attribute",
                    "__has_constexpr_builtin", true)
             .Cases("__GNUC_PREREQ", "__glibc_clang_prereq",
                    "__GXX_ABI_VERSION", "__BIGGEST_ALIGNMENT__", true)
             .Cases("__has_c_attribute", "__has_cpp_attribute", true)
             .Default(false);
}

/// Is it a header of the implementation's, wherever it lies, by its name in
/// `#include <...>`? One libc may be compiled against the headers of another.
bool isOfImplementation(StringRef header) {
  if (!header.consume_back(".h"))
    return header.find_first_of("./") == StringRef::npos; // of C++
  return header.starts_with("sys/") || header.starts_with("machine/") ||
         header.starts_with("bits/") ||
         llvm::StringSwitch<bool>(header)
             .Cases("assert", "complex", "ctype", "errno", "fenv", true)
             .Cases("float", "inttypes", "iso646", "limits", "locale", true)
             .Cases("math", "setjmp", "signal", "stdalign", "stdarg", true)
             .Cases("stdatomic", "stdbool", "stddef", "stdint", "stdio", true)
             .Cases("stdlib", "stdnoreturn", "string", "tgmath", true)
             .Cases("threads", "time", "uchar", "wchar", "wctype", true)
             .Cases("features", "ieeefp", "strings", "unistd", true)
             .Default(false);
}

class MacroWatch : public PPCallbacks {
public:
  MacroWatch(Preprocessor &preprocessor, std::string &reason)
      : preprocessor(preprocessor), reason(reason) {}

  void InclusionDirective(SourceLocation, const Token &, StringRef name,
                          bool isAngled, CharSourceRange,
                          OptionalFileEntryRef file, StringRef, StringRef,
                          const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (file && isAngled && isOfImplementation(name))
      implementation.insert(*file);
  }
  void MacroExpands(const Token &name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    if (hasValueOfCompiler(name.getIdentifierInfo()->getName()))
      note(name);
  }
  void If(SourceLocation, SourceRange condition, ConditionValueKind) override {
    noteCondition(condition);
  }
  void Elif(SourceLocation, SourceRange condition, ConditionValueKind,
            SourceLocation) override {
    noteCondition(condition);
  }
  void Ifdef(SourceLocation, const Token &name,
             const MacroDefinition &macro) override {
    noteAsked(name, macro);
  }
  void Ifndef(SourceLocation, const Token &name,
              const MacroDefinition &macro) override {
    noteAsked(name, macro);
  }
  void Elifdef(SourceLocation, const Token &name,
               const MacroDefinition &macro) override {
    noteAsked(name, macro);
  }
  void Elifndef(SourceLocation, const Token &name,
                const MacroDefinition &macro) override {
    noteAsked(name, macro);
  }
  void Defined(const Token &name, const MacroDefinition &macro,
               SourceRange) override {
    noteAsked(name, macro);
  }
  // Compilers have headers of their own; those of the standard all have.
  void HasInclude(SourceLocation place, StringRef name, bool isAngled,
                  OptionalFileEntryRef file,
                  SrcMgr::CharacteristicKind) override {
    const StringRef own =
        preprocessor.getHeaderSearchInfo().getHeaderSearchOpts().ResourceDir;
    const bool isOfAll =
        file && (!file->getName().starts_with(own) || isOfImplementation(name));
    if (isAngled && !isOfAll)
      note(place, "__has_include(<" + name.str() + ">)");
  }

private:
  void noteAsked(const Token &name, const MacroDefinition &macro) {
    if (name.getIdentifierInfo() &&
        isOfOneCompiler(name.getIdentifierInfo()->getName(), bool(macro)))
      note(name);
  }

  void note(const Token &name) {
    note(name.getLocation(), name.getIdentifierInfo()->getName());
  }

  void note(SourceLocation at, llvm::StringRef what) {
    const SourceManager &sources = preprocessor.getSourceManager();
    SourceLocation place = sources.getSpellingLoc(at);
    if (sources.isWrittenInScratchSpace(place)) // `<NAME>` out of a macro
      place = sources.getExpansionLoc(at);
    if (!reason.empty() || sources.isInSystemHeader(place) ||
        sources.isWrittenInBuiltinFile(place) || isInImplementation(place))
      return;
    (preprocessor.isParsingIfOrElifDirective() ? ofCondition : reason) =
        "it depends on the compiler by " + what.str();
  }

  /// What a condition asks counts unless it is decided without.
  void noteCondition(SourceRange condition) {
    const StringRef text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(condition),
                             preprocessor.getSourceManager(),
                             preprocessor.getLangOpts())
            .ltrim();
    if (!isFalseAtOnce(text)) {
      if (reason.empty())
        reason = ofCondition;
      // What is not defined is 0, without being asked for.
      for (StringRef rest = text; !rest.empty();) {
        rest = rest.drop_until(isNameStart);
        const StringRef name = rest.take_while(isNamePart);
        rest = rest.drop_front(name.size());
        if (isOfGcc(name) && !preprocessor.isMacroDefined(name))
          note(condition.getBegin(), name);
      }
    }
    ofCondition.clear();
  }

  static bool isNameStart(char each) { return isAsciiIdentifierStart(each); }
  static bool isNamePart(char each) { return isAsciiIdentifierContinue(each); }

  /// Is it `NAME && ...`, where NAME is no macro?
  bool isFalseAtOnce(StringRef text) const {
    const StringRef name = text.take_while(isNamePart);
    const StringRef rest = text.drop_front(name.size()).ltrim();
    return !name.empty() && isNameStart(name.front()) && name != "true" &&
           rest.starts_with("&&") && !rest.contains("||") &&
           !rest.contains('?') && !preprocessor.isMacroDefined(name);
  }

  /// In a header of the implementation, or in what such a one includes?
  bool isInImplementation(SourceLocation place) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    for (; place.isValid();
         place = sources.getIncludeLoc(sources.getFileID(place))) {
      const auto file = sources.getFileEntryRefForID(sources.getFileID(place));
      if (file && implementation.contains(*file))
        return true;
    }
    return false;
  }

  Preprocessor &preprocessor;
  std::string &reason;
  std::string ofCondition; // of the one that is parsed, as `reason`
  llvm::SmallPtrSet<const FileEntry *, 32> implementation;
};

/// Means something to gcc, and is passed over by clang, all of it or a part
/// (`target("fpmath=387")`).
bool isAttributeOfGcc(llvm::StringRef name) {
  name.consume_front("__");
  name.consume_back("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("optimize", "scalar_storage_order", "noinit", "persistent",
             "hardbool", true)
      .Cases("target", "target_clones", true)
      .Default(false);
}

/// Finds such ones among the tokens of `__attribute__((...))` and `[[...]]`,
/// and pragmas by which clang alone lays out structs.
class AttributeWatch {
public:
  AttributeWatch(Preprocessor &preprocessor, std::string &reason)
      : preprocessor(preprocessor), reason(reason) {}

  void operator()(const Token &token) {
    if (token.isOneOf(tok::annot_pragma_align, tok::annot_pragma_msstruct) &&
        reason.empty() &&
        !preprocessor.getSourceManager().isInSystemHeader(token.getLocation()))
      reason = "it has a pragma that clang alone understands";
    const bool opens = token.isOneOf(tok::l_paren, tok::l_square);
    if (token.is(tok::kw___attribute) ||
        (depth == 0 && wasSquare && token.is(tok::l_square))) {
      isInside = true;
      depth = token.is(tok::l_square) ? 2 : 0;
    } else if (isInside && opens) {
      ++depth;
    } else if (isInside && token.isOneOf(tok::r_paren, tok::r_square)) {
      isInside = --depth > 0;
    } else if (isInside && depth == 2 && reason.empty() &&
               !token.isAnnotation() && token.getIdentifierInfo()) {
      const llvm::StringRef name = token.getIdentifierInfo()->getName();
      const SourceManager &sources = preprocessor.getSourceManager();
      if (isAttributeOfGcc(name) &&
          !sources.isInSystemHeader(token.getLocation()))
        reason =
            "it has an attribute that gcc alone understands: " + name.str();
    }
    wasSquare = token.is(tok::l_square);
  }

private:
  Preprocessor &preprocessor;
  std::string &reason;
  bool isInside = false, wasSquare = false;
  unsigned depth = 0;
};

/// A pragma that means something to gcc, and is passed over by clang.
class PragmaOfGcc : public PragmaHandler {
public:
  PragmaOfGcc(llvm::StringRef name, std::string &reason)
      : PragmaHandler(name), reason(reason) {}

  void HandlePragma(Preprocessor &, PragmaIntroducer, Token &) override {
    if (reason.empty())
      reason = "it has a pragma that gcc alone understands: " + getName().str();
  }

private:
  std::string &reason;
};

} // namespace

std::string openMeaning(const FunctionDecl &function, ASTContext &context) {
  assert(function.getBody() != nullptr);
  if (usesMoreThanKnown(function.getBody(), Known::Value))
    return "of a result that it uses C says no more than whether it is 0, or "
           "its sign";
  if (!context.getLangOpts().CPlusPlus &&
      usesWideBitField(function.getBody(), context))
    return "compilers differ in the type of a bit-field wider than int";
  if (usesOtherComplexRules(function.getBody(), context.getLangOpts()))
    return "compilers differ in the limited range of complex numbers";
  if (mayElideCopy(function.getBody()))
    return "compilers differ in whether they copy a variable that is returned";
  if (Jumps().losesLifetimes(function.getBody()))
    return "a jump leads past the declaration of a variable, or back to it";
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
  for (const char *name : {"optimize", "target"})
    preprocessor.AddPragmaHandler("GCC", new PragmaOfGcc(name, reason));
  preprocessor.AddPragmaHandler(
      new PragmaOfGcc("scalar_storage_order", reason));
}

} // namespace coverme::pass

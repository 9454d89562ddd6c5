// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenMeaning.h"

#include "BitFields.h"
#include "CodeParts.h"
#include "EvaluationOrder.h"
#include "SourcePlaces.h"
#include "Temporaries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"
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

constexpr char kRenewed[] =
    "compilers differ in what is left of an object where another one begins";

/// What is told or used of a number; each includes the ones before it.
enum class Known { Truth, Sign, Value };

/// What C says of the function's result.
Known knownOf(const FunctionDecl &function) {
  if (!function.getIdentifier())
    return Known::Value;
  llvm::StringRef name = function.getName();
  const auto *method = dyn_cast<CXXMethodDecl>(&function);
  if (method && name == "compare" && method->getParent()->isInStdNamespace())
    return Known::Sign;
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
  bool keeps = isa<ParenExpr, ConstantExpr, ExprWithCleanups, CXXDefaultArgExpr,
                   CXXDefaultInitExpr>(at);
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
  return llvm::any_of(partsOf(*at), [&](const Stmt *child) {
    const Known ofChild = child == condition ? Known::Truth : part;
    return usesMoreThanKnown(child, keeps ? std::min(ofChild, used) : ofChild);
  });
}

/// Does a function that the program wrote convert or copy something?
bool isCopyToTell(const Stmt &at) {
  if (const auto *made = dyn_cast<CXXConstructExpr>(&at))
    return !made->getConstructor()->isTrivial();
  const auto *call = dyn_cast<CXXMemberCallExpr>(&at);
  return call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl());
}

/// A name whose object is handed on: compilers copy it, move it, or leave that
/// out (C++17 [class.copy.elision], P1825, P2266). Of a parameter of the same
/// type, all make a move; what an lvalue reference leads to, all copy.
bool isCopiedFreely(const Expr &given) {
  const auto *name = dyn_cast<DeclRefExpr>(given.IgnoreUnlessSpelledInSource());
  if (!name || isa<BindingDecl>(name->getDecl()))
    return name;
  const auto *variable = dyn_cast<VarDecl>(name->getDecl());
  if (!variable || !variable->hasLocalStorage() ||
      variable->getType()->isLValueReferenceType())
    return false;
  return !isa<ParmVarDecl>(variable) ||
         variable->getType().getCanonicalType().getUnqualifiedType() !=
             given.getType().getCanonicalType().getUnqualifiedType();
}

/// Does the statement return or throw a variable by a copy that compilers make
/// in different ways, and the program can tell?
bool copiesFreely(const Stmt &at) {
  const Expr *given = nullptr;
  if (const auto *leave = dyn_cast<ReturnStmt>(&at))
    given = leave->getRetValue();
  else if (const auto *thrown = dyn_cast<CXXThrowExpr>(&at))
    given = thrown->getSubExpr();
  return given && isCopiedFreely(*given) && anyPart(given, isCopyToTell);
}

/// Has it a constructor of a list of elements, perhaps an inherited one?
bool hasListConstructor(const CXXRecordDecl &record) {
  return llvm::any_of(record.decls(), [](const Decl *each) {
    if (const auto *inherited = dyn_cast<ConstructorUsingShadowDecl>(each))
      each = inherited->getTargetDecl();
    const auto *constructor =
        dyn_cast_or_null<CXXConstructorDecl>(each->getAsFunction());
    if (!constructor || constructor->getNumParams() == 0)
      return false;
    const QualType type =
        constructor->getParamDecl(0)->getType().getNonReferenceType();
    const auto *of = type->getAs<TemplateSpecializationType>();
    const TemplateDecl *list =
        of ? of->getTemplateName().getAsTemplateDecl() : nullptr;
    return list && list->getName() == "initializer_list" &&
           list->isInStdNamespace();
  });
}

/// `List b{a}` of another List: a copy to clang, a list of one element to gcc.
bool copiesFromBraces(const Stmt &at) {
  const CXXRecordDecl *record = nullptr;
  if (const auto *list = dyn_cast<InitListExpr>(&at)) {
    record = list->getType()->getAsCXXRecordDecl();
    if (list->getNumInits() != 1 ||
        list->getInit(0)->getType()->getAsCXXRecordDecl() != record)
      return false;
  } else if (const auto *copy = dyn_cast<CXXConstructExpr>(&at);
             copy && copy->isListInitialization() &&
             copy->getConstructor()->isCopyOrMoveConstructor()) {
    record = copy->getConstructor()->getParent();
  }
  return record && hasListConstructor(*record);
}

/// As it is written: clang leaves out what it ignores.
bool hasAttribute(const UnaryExprOrTypeTraitExpr &trait,
                  const ASTContext &context) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(trait.getSourceRange()),
             context.getSourceManager(), context.getLangOpts())
      .contains("attribute");
}

/// Does it ask for the kind of a type, for the alignment of what has one of its
/// own (a function, an object, a type that is said to), or for the size of a
/// lambda, of which compilers leave out captures that they do not need?
bool asksForKindOfType(const Stmt &at, const ASTContext &context) {
  if (const auto *call = dyn_cast<CallExpr>(&at))
    return call->getBuiltinCallee() == Builtin::BI__builtin_classify_type;
  const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(&at);
  if (!trait)
    return false;
  const QualType type = trait->getTypeOfArgument();
  // C does not say whether it counts an array that a pointer leads to.
  if (trait->getKind() == UETT_SizeOf && trait->isArgumentType() &&
      type->isPointerType() && type->isVariablyModifiedType())
    return true;
  if (trait->getKind() != UETT_SizeOf)
    return !trait->isArgumentType() || type->isFunctionType() ||
           context.isAlignmentRequired(type) || hasAttribute(*trait, context);
  const CXXRecordDecl *of =
      context.getBaseElementType(type)->getAsCXXRecordDecl();
  return of && of->isLambda();
}

/// Does it ask for a type that may be atomic, which compilers keep or drop?
bool asksForAtomicType(const Stmt &at, const ASTContext &context) {
  const auto isAtomic = [](const Expr *value) {
    return value && anyPart(value, [](const Stmt &part) {
             const auto *inner = dyn_cast<Expr>(&part);
             return inner && inner->getType()->isAtomicType();
           });
  };
  if (const auto *selection = dyn_cast<GenericSelectionExpr>(&at))
    return selection->isExprPredicate() &&
           isAtomic(selection->getControllingExpr());
  if (const auto *trait = dyn_cast<TypeTraitExpr>(&at))
    return llvm::any_of(trait->getArgs(), [&](const TypeSourceInfo *type) {
      return context.getBaseElementType(type->getType())->isAtomicType();
    });
  const auto *declaration = dyn_cast<DeclStmt>(&at);
  return declaration &&
         llvm::any_of(declaration->decls(), [&](const Decl *each) {
           const auto *variable = dyn_cast<VarDecl>(each);
           return variable && variable->getType()->getContainedAutoType() &&
                  isAtomic(variable->getInit());
         });
}

/// Is the choice by the type of a function that is said to have no parameters?
/// Ahead of C23, `int f()` may have any.
bool asksForNoParameters(const GenericSelectionExpr &choice) {
  if (!choice.isExprPredicate() || choice.isResultDependent())
    return false;
  QualType type = choice.getControllingExpr()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const auto *function = type->getAs<FunctionProtoType>();
  return function && function->getNumParams() == 0;
}

/// To compilers ahead of C23, auto is a variable of type int, and the text one
/// of char.
bool isNewInC23(const Stmt &at) {
  if (const auto *text = dyn_cast<StringLiteral>(&at))
    return text->isUTF8();
  if (const auto *choice = dyn_cast<GenericSelectionExpr>(&at))
    return asksForNoParameters(*choice);
  const auto *declaration = dyn_cast<DeclStmt>(&at);
  return declaration &&
         llvm::any_of(declaration->decls(), [](const Decl *each) {
           const auto *variable = dyn_cast<VarDecl>(each);
           const AutoType *type =
               variable ? variable->getType()->getContainedAutoType() : nullptr;
           return type && type->getKeyword() == AutoTypeKeyword::Auto;
         });
}

/// Is it a _BitInt with bits in memory that are none of its own? Compilers
/// leave anything there.
bool hasPaddingBits(const Stmt &at, const ASTContext &context) {
  const auto *value = dyn_cast<Expr>(&at);
  const auto *type = value ? value->getType()->getAs<BitIntType>() : nullptr;
  return type && type->getNumBits() != context.getTypeSize(type);
}

/// Expressions in the initializer that do something, as far as it is written.
void addEffects(const Expr *at, const ASTContext &context,
                llvm::SmallPtrSetImpl<const Expr *> &found) {
  if (!at)
    return;
  if (const auto *named = dyn_cast<DesignatedInitExpr>(at))
    return addEffects(named->getInit(), context, found);
  if (const auto *list = dyn_cast<InitListExpr>(at)) {
    for (const Expr *each : list->inits())
      addEffects(each, context, found);
    return;
  }
  at = at->IgnoreParenImpCasts();
  if (at->HasSideEffects(context))
    found.insert(at);
}

/// Is a part of an initializer overridden by what follows (`.p = q, .p.x = 1`)?
/// gcc drops all that it overrides a part of. Nobody says whether what is
/// dropped runs (C17 6.7.9, 23).
bool overridesInitializer(const Stmt &at, const ASTContext &context) {
  if (isa<DesignatedInitUpdateExpr>(at))
    return true;
  const auto *list = dyn_cast<InitListExpr>(&at);
  if (!list || !list->getSyntacticForm())
    return false;
  llvm::SmallPtrSet<const Expr *, 8> written, kept;
  addEffects(list->getSyntacticForm(), context, written);
  addEffects(list, context, kept);
  return llvm::any_of(written,
                      [&](const Expr *each) { return !kept.contains(each); });
}

bool dividesComplexIntegers(const Stmt &at) {
  const auto *operation = dyn_cast<BinaryOperator>(&at);
  return operation && operation->getType()->isComplexIntegerType() &&
         (operation->getOpcode() == BO_Div ||
          operation->getOpcode() == BO_DivAssign);
}

/// Does it multiply or divide complex numbers by other rules than those of
/// Annex G? The pragma for it means nothing to gcc.
bool usesOtherComplexRules(const Stmt &at, const LangOptions &language) {
  const auto *operation = dyn_cast<BinaryOperator>(&at);
  return operation && operation->getType()->isAnyComplexType() &&
         operation->getFPFeaturesInEffect(language).getComplexRange() !=
             LangOptions::CX_Full;
}

/// Does it calculate a constant by what C leaves undefined: a shift by the
/// width or more, or a conversion that does not fit? Where nothing is left for
/// run time (initializers, enumerators, labels), clang has a value for it, and
/// gcc may have another one.
bool hasUndefinedConstant(const Stmt &at, const ASTContext &context) {
  const auto *value = dyn_cast<Expr>(&at);
  if (!value || value->isInstantiationDependent())
    return false;
  const QualType type = value->getType();
  if (const auto *shift = dyn_cast<BinaryOperator>(value);
      shift && shift->isShiftOp() && type->isIntegerType()) {
    Expr::EvalResult count, shifted;
    return shift->getRHS()->EvaluateAsInt(count, context) &&
           (count.Val.getInt().isNegative() ||
            count.Val.getInt().uge(context.getIntWidth(type))) &&
           shift->getLHS()->EvaluateAsInt(shifted, context);
  }
  const auto *cast = dyn_cast<CastExpr>(value);
  llvm::APFloat number(0.0);
  if (!cast || cast->getCastKind() != CK_FloatingToIntegral ||
      !cast->getSubExpr()->EvaluateAsFloat(number, context))
    return false;
  llvm::APSInt converted(static_cast<unsigned>(context.getIntWidth(type)),
                         type->isUnsignedIntegerType());
  bool isExact = false;
  return (number.convertToInteger(converted, llvm::APFloat::rmTowardZero,
                                  &isExact) &
          llvm::APFloat::opInvalidOp) != 0;
}

/// Does it ask whether a value is known, or how large an object is, of which
/// clang says one thing and gcc may say another, by what it optimises? Of what
/// C calls an integer constant expression, both say yes; of what clang leaves
/// to its optimiser, nothing is taken for granted.
bool asksForConstant(const Stmt &at, const ASTContext &context) {
  const auto *call = dyn_cast<CallExpr>(&at);
  const unsigned asked = call ? call->getBuiltinCallee() : 0;
  return asked == Builtin::BI__builtin_object_size ||
         asked == Builtin::BI__builtin_dynamic_object_size ||
         (asked == Builtin::BI__builtin_constant_p &&
          call->isEvaluatable(context) &&
          !call->getArg(0)->isIntegerConstantExpr(context));
}

/// Does it calculate with an atomic bool, which clang leaves at 2 behind `|=
/// 2`, or ask for a byte's old value where gcc gives all of it?
bool changesAtomicBool(const Stmt &at) {
  const Expr *changed = nullptr;
  if (const auto *operation = dyn_cast<CompoundAssignOperator>(&at))
    changed = operation->getLHS();
  else if (const auto *step = dyn_cast<UnaryOperator>(&at);
           step && step->isIncrementDecrementOp())
    changed = step->getSubExpr();
  const auto *atomic =
      changed ? changed->getType()->getAs<AtomicType>() : nullptr;
  const auto *call = dyn_cast<CallExpr>(&at);
  return (atomic && atomic->getValueType()->isBooleanType()) ||
         (call && call->getBuiltinCallee() == Builtin::BI__atomic_test_and_set);
}

/// A function of the standard library, or of an object or class of it.
bool isOfStd(const NamedDecl &function) {
  for (const DeclContext *scope = function.getDeclContext(); scope;
       scope = scope->getParent())
    if (scope->isStdNamespace())
      return true;
  return false;
}

/// What is called: a function, or an object (std::ranges::construct_at).
const NamedDecl *calledBy(const CallExpr &call) {
  const auto *operation = dyn_cast<CXXOperatorCallExpr>(&call);
  if (!operation || operation->getOperator() != OO_Call)
    return call.getDirectCallee();
  const auto *object =
      dyn_cast<DeclRefExpr>(operation->getArg(0)->IgnoreParenImpCasts());
  return object ? object->getDecl() : nullptr;
}

/// Does the library begin or end an object there, as the caller tells it to?
bool renewsByLibrary(const CallExpr &call) {
  const NamedDecl *called = calledBy(call);
  if (!called || !called->getIdentifier() || !isOfStd(*called))
    return false;
  const llvm::StringRef name = called->getName();
  return name.starts_with("uninitialized_") || llvm::StringSwitch<bool>(name)
                                                   .Case("construct", true)
                                                   .Case("construct_at", true)
                                                   .Case("destroy", true)
                                                   .Case("destroy_at", true)
                                                   .Case("destroy_n", true)
                                                   .Default(false);
}

/// Memory is from, or goes to, what the program has written.
bool isOwnAllocator(const FunctionDecl *function) {
  return function && (!function->isReplaceableGlobalAllocationFunction() ||
                      function->isDefined());
}

/// Does an object begin or end to live in memory that may hold something? What
/// was there is lost (C++17 [basic.life]): gcc drops stores ahead of a
/// constructor, and behind a destructor, and clang keeps them.
bool renewsMemory(const Stmt &at) {
  if (isa<CXXPseudoDestructorExpr>(at))
    return true;
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(&at);
      call && isa_and_nonnull<CXXDestructorDecl>(call->getMethodDecl()))
    return true;
  if (const auto *call = dyn_cast<CallExpr>(&at))
    return renewsByLibrary(*call);
  if (const auto *ended = dyn_cast<CXXDeleteExpr>(&at))
    return ended->getDestroyedType().isDestructedType() &&
           isOwnAllocator(ended->getOperatorDelete());
  const auto *made = dyn_cast<CXXNewExpr>(&at);
  if (!made)
    return false;
  const bool isWritten =
      made->hasInitializer() && made->getAllocatedType()->isScalarType();
  return !isWritten && isOwnAllocator(made->getOperatorNew());
}

/// Is more done with an object, or a part of it, than to read it at once?
bool isGivenAway(const Stmt *at,
                 llvm::function_ref<bool(const Stmt &)> isObject) {
  if (!at)
    return false;
  if (isObject(*at))
    return true;
  const auto *read = dyn_cast<ImplicitCastExpr>(at);
  if (read && read->getCastKind() == CK_LValueToRValue) {
    const Expr *from = read->getSubExpr()->IgnoreParenImpCasts();
    while (const auto *part = dyn_cast<MemberExpr>(from))
      from = part->getBase()->IgnoreParenImpCasts();
    if (isObject(*from))
      return false;
  }
  return llvm::any_of(partsOf(*at), [&](const Stmt *part) {
    return isGivenAway(part, isObject);
  });
}

/// May something write to a variable by its own initializer, ahead of a
/// constructor, or of zeros for what is not named?
bool writesAheadOfConstructor(const Stmt &at, const ASTContext &context) {
  const auto writes = [&](const Stmt &part) {
    const auto *value = dyn_cast<Expr>(&part);
    return value && value->HasSideEffects(context);
  };
  const auto *declaration = dyn_cast<DeclStmt>(&at);
  return declaration &&
         llvm::any_of(declaration->decls(), [&](const Decl *each) {
           const auto *variable = dyn_cast<VarDecl>(each);
           return variable &&
                  (variable->getType()->isRecordType() ||
                   variable->getType()->isArrayType()) &&
                  anyPart(variable->getInit(), writes) &&
                  isGivenAway(variable->getInit(), [&](const Stmt &name) {
                    const auto *found = dyn_cast<DeclRefExpr>(&name);
                    return found && found->getDecl() == variable;
                  });
         });
}

bool isThis(const Stmt &at) { return isa<CXXThisExpr>(at); }

/// May a constructor of the program begin the object, or an element of it?
bool hasConstructors(QualType type, const ASTContext &context) {
  const CXXRecordDecl *record =
      context.getBaseElementType(type)->getAsCXXRecordDecl();
  return record && !(record->hasDefinition() && record->isPOD());
}

/// Is more done with `this` than to use its members?
bool leavesMembers(const Stmt *at) {
  if (!at)
    return false;
  if (isThis(*at))
    return true;
  const auto *member = dyn_cast<MemberExpr>(at);
  if (member && isa<FieldDecl>(member->getMemberDecl()) &&
      isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return false;
  return llvm::any_of(partsOf(*at), leavesMembers);
}

/// May the constructor of a base class reach members of the class that is
/// derived of it (`static_cast<Derived *>(this)`)?
bool reachesDerived(const Expr &base, const ASTContext &context) {
  const Expr *begun = base.IgnoreImplicit();
  const CXXConstructorDecl *constructor = nullptr;
  if (const auto *made = dyn_cast<CXXConstructExpr>(begun))
    constructor = made->getConstructor();
  else if (const auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(begun))
    constructor = inherited->getConstructor();
  if (!constructor)
    return hasConstructors(base.getType(), context);
  if (constructor->isTrivial())
    return false;
  const FunctionDecl *definition = nullptr;
  if (!constructor->hasBody(definition))
    return true;
  return llvm::any_of(codeOf(*definition), leavesMembers) ||
         llvm::any_of(cast<CXXConstructorDecl>(definition)->inits(),
                      [&](const CXXCtorInitializer *part) {
                        return !part->isMemberInitializer() &&
                               !part->isIndirectMemberInitializer() &&
                               reachesDerived(*part->getInit(), context);
                      });
}

/// What a part of an object begins with, in the order of beginnings.
struct Beginning {
  const Expr *value;
  bool givesAway; // the whole object
  bool isBase;
};

bool writesAhead(llvm::ArrayRef<Beginning> parts, const ASTContext &context) {
  bool isGiven = false;
  for (const Beginning &part : parts) {
    isGiven |= part.givesAway;
    if (isGiven && hasConstructors(part.value->getType(), context))
      return true;
    isGiven |= part.isBase && reachesDerived(*part.value, context);
  }
  return false;
}

/// May a constructor write to members, or bases, ahead of their own?
bool writesAheadOfParts(const FunctionDecl &function) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(&function);
  if (!constructor)
    return false;
  std::vector<Beginning> parts;
  for (const CXXCtorInitializer *part : constructor->inits())
    if (const Expr *value = part->getInit())
      parts.push_back(
          {value, isGivenAway(value, isThis), part->isBaseInitializer()});
  return writesAhead(parts, function.getASTContext());
}

/// The same for a list of what members begin with, and for default
/// initializers of members that it leaves out.
bool writesAheadOfElements(const Stmt &at, const ASTContext &context) {
  if (!isa<InitListExpr, CXXParenListInitExpr>(at))
    return false;
  const CXXRecordDecl *record = cast<Expr>(at).getType()->getAsCXXRecordDecl();
  if (!record)
    return false;
  std::vector<Beginning> parts;
  for (const Stmt *part : at.children())
    if (const auto *value = dyn_cast_or_null<Expr>(part))
      parts.push_back(
          {value, isa<CXXDefaultInitExpr>(value) && isGivenAway(value, isThis),
           parts.size() < record->getNumBases()});
  return writesAhead(parts, context);
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

} // namespace

std::string openMeaning(const Stmt &code, ASTContext &context) {
  const auto has = [&](llvm::function_ref<bool(const Stmt &)> isIt) {
    return anyPart(&code, isIt);
  };
  if (usesMoreThanKnown(&code, Known::Value))
    return "of a result that it uses C says no more than whether it is 0, or "
           "its sign";
  if (has([&](const Stmt &at) { return hangsOnBitField(at, context); }))
    return "compilers differ in the type of a bit-field";
  if (has([&](const Stmt &at) { return asksForKindOfType(at, context); }) ||
      has([&](const Stmt &at) { return asksForAtomicType(at, context); }))
    return "compilers differ in what they say of a type";
  if (has(changesAtomicBool))
    return "compilers differ in what an atomic bool holds";
  if (has([&](const Stmt &at) { return asksForConstant(at, context); }))
    return "compilers differ in the values that they know";
  if (context.getLangOpts().C23 && has(isNewInC23))
    return "compilers ahead of C23 read it otherwise";
  if (has([&](const Stmt &at) { return hasPaddingBits(at, context); }))
    return "compilers differ in the padding bits of _BitInt";
  if (has([&](const Stmt &at) { return overridesInitializer(at, context); }))
    return "compilers differ in what is left of an initializer that another "
           "one overrides";
  if (has(copiesFreely))
    return "compilers differ in how they copy a variable that is returned";
  if (has(copiesFromBraces))
    return "compilers differ in whether an object in braces is copied";
  if (has([&](const Stmt &at) {
        return renewsMemory(at) || writesAheadOfConstructor(at, context) ||
               writesAheadOfElements(at, context);
      }))
    return kRenewed;
  if (has([&](const Stmt &at) { return hasUndefinedConstant(at, context); }))
    return "compilers differ in constants that C leaves undefined";
  if (has(dividesComplexIntegers))
    return "compilers differ in how they divide complex integers";
  if (has([&](const Stmt &at) {
        return usesOtherComplexRules(at, context.getLangOpts());
      }))
    return "compilers differ in the limited range of complex numbers";
  return "";
}

std::string openMeaning(const FunctionDecl &function, ASTContext &context,
                        SourcePlaces &places) {
  assert(function.getBody() != nullptr);
  const auto code = codeOf(function);
  for (const Stmt *part : code)
    if (std::string reason = part ? openMeaning(*part, context) : "";
        !reason.empty())
      return reason;
  if (llvm::any_of(
          code, [&](const Stmt *part) { return places.areComputedWith(part); }))
    return "compilers differ in the name or line that they give to a place";
  if (writesAheadOfParts(function))
    return kRenewed;
  if (Jumps().losesLifetimes(function.getBody()))
    return "a jump leads past the declaration of a variable, or back to it";
  if (keepsPointerToTemporary(*function.getBody()))
    return "a pointer to an object without a name may outlive it";
  if (hasOpenOrder(function, context))
    return "C leaves the order open in which it evaluates operands";
  return "";
}

} // namespace coverme::pass

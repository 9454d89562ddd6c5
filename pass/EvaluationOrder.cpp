// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EvaluationOrder.h"

#include "CodeParts.h"
#include "SystemHeaders.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <cassert>
#include <optional>
#include <set>
#include <utility>

using namespace clang;

namespace coverme::pass {
namespace {

/// A member of the object that a variable of the call is, or leads to: null
/// stands for `this`. Others of the same object are at other places.
using Member = std::pair<const VarDecl *, const FieldDecl *>;

bool mayBeSame(const Member &one, const Member &other) {
  return one.first != other.first || one.second == other.second;
}

/// What evaluating an expression may do.
struct Effects {
  llvm::SmallPtrSet<const VarDecl *, 4> reads, writes; // variables of the call
  std::set<Member> memberReads, memberWrites; // looked up, and never in order
  // Variables that live longer or whose address is known, by their names.
  llvm::SmallPtrSet<const VarDecl *, 4> namedReads, namedWrites;
  bool readsMemory = false, writesMemory = false; // any other
  bool readsAll = false; // a function that is pure, and not seen
  // Members of the object that a constructor makes, or a destructor ends:
  // memory to the rest of its code, and to nobody else.
  bool readsOwn = false, writesOwn = false;
  bool callsOut = false; // code that is not seen; all that it does is unknown
  bool writesErrno = false;
  // Bytes of the smallest object behind a pointer that is read or written.
  uint64_t leastBehind = UINT64_MAX;
  bool mayEnd = false;      // and not come back
  bool decides = false;     // has branches
  bool runsOwnCode = false; // other than that of headers of the system

  void add(const Effects &other) {
    reads.insert(other.reads.begin(), other.reads.end());
    writes.insert(other.writes.begin(), other.writes.end());
    memberReads.insert(other.memberReads.begin(), other.memberReads.end());
    memberWrites.insert(other.memberWrites.begin(), other.memberWrites.end());
    namedReads.insert(other.namedReads.begin(), other.namedReads.end());
    namedWrites.insert(other.namedWrites.begin(), other.namedWrites.end());
    readsMemory |= other.readsMemory;
    readsAll |= other.readsAll;
    writesMemory |= other.writesMemory;
    readsOwn |= other.readsOwn;
    writesOwn |= other.writesOwn;
    callsOut |= other.callsOut;
    writesErrno |= other.writesErrno;
    leastBehind = std::min(leastBehind, other.leastBehind);
    mayEnd |= other.mayEnd;
    decides |= other.decides;
    runsOwnCode |= other.runsOwnCode;
  }
};

/// Does the one write to a member, and the other use it, or what it may be?
bool disturbsMember(const Effects &writer, const Effects &other) {
  const bool usesOther = other.readsMemory || other.readsOwn ||
                         other.writesMemory || other.writesOwn ||
                         other.callsOut;
  return llvm::any_of(writer.memberWrites, [&](const Member &written) {
    const auto isUsed = [&](const Member &used) {
      return mayBeSame(written, used);
    };
    return usesOther || llvm::any_of(other.memberReads, isUsed) ||
           llvm::any_of(other.memberWrites, isUsed);
  });
}

/// May the variable be, or be a part of, what is read or written otherwise than
/// by its name?
bool mayBeTouched(const VarDecl &variable, const Effects &by) {
  const auto isPart = [&](const Member &member) {
    return member.first == &variable;
  };
  const QualType type = variable.getType();
  const RecordDecl *record = type->getAsRecordDecl();
  const bool isOpen = type->isIncompleteType() || type->isDependentType() ||
                      type->isVariablyModifiedType() ||
                      (record && record->hasFlexibleArrayMember());
  const uint64_t bytes =
      isOpen ? UINT64_MAX
             : variable.getASTContext().getTypeSizeInChars(type).getQuantity();
  return by.leastBehind <= bytes || by.readsOwn || by.writesOwn ||
         llvm::any_of(by.memberReads, isPart) ||
         llvm::any_of(by.memberWrites, isPart);
}

/// Does the one write to a variable, and the other use it, or the other way
/// round?
bool disturbsNamed(const Effects &writer, const Effects &other) {
  const auto isTouched = [](const Effects &by) {
    return
        [&by](const VarDecl *variable) { return mayBeTouched(*variable, by); };
  };
  const bool isUsed =
      other.callsOut || other.readsAll ||
      llvm::any_of(writer.namedWrites, [&](const VarDecl *variable) {
        return other.namedReads.contains(variable) ||
               other.namedWrites.contains(variable) ||
               mayBeTouched(*variable, other);
      });
  const bool writesOthers =
      writer.writesMemory || writer.writesOwn || !writer.memberWrites.empty();
  return (!writer.namedWrites.empty() && isUsed) ||
         (writesOthers && (llvm::any_of(other.namedReads, isTouched(writer)) ||
                           llvm::any_of(other.namedWrites, isTouched(writer))));
}

bool disturbs(const Effects &writer, const Effects &other) {
  const bool reads =
      other.readsMemory || other.readsOwn || !other.memberReads.empty();
  const bool writes =
      other.writesMemory || other.writesOwn || !other.memberWrites.empty();
  return disturbsMember(writer, other) || disturbsNamed(writer, other) ||
         llvm::any_of(writer.writes,
                      [&](const VarDecl *variable) {
                        return other.reads.contains(variable) ||
                               other.writes.contains(variable);
                      }) ||
         ((writer.writesMemory || writer.writesOwn) &&
          (reads || writes || other.callsOut)) ||
         (writer.callsOut && (reads || !other.namedReads.empty())) ||
         (writer.writesErrno && other.leastBehind <= sizeof(int)) ||
         (writer.mayEnd && other.decides);
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

/// Of the C library; clang is told that they are no builtins.
bool allocates(const FunctionDecl &function, const LangOptions &language) {
  return !language.NoBuiltin && !language.Freestanding &&
         function.isExternC() && function.getIdentifier() &&
         (function.getName() == "malloc" || function.getName() == "calloc");
}

class Orders {
public:
  Orders(const FunctionDecl &asked, ASTContext &context)
      : asked(asked), context(context) {}

  /// What a call of `function` does to what it shares with its caller.
  Effects effectsOf(const FunctionDecl &function) {
    const FunctionDecl *definition = nullptr;
    Effects effects;
    effects.runsOwnCode = !isOfSystem(function);
    if (!function.hasBody(definition)) {
      const unsigned builtin = function.getBuiltinID();
      const Builtin::Context &builtins = context.BuiltinInfo;
      effects.mayEnd = function.isNoReturn();
      // Under -fno-math-errno, too: the library is the same.
      if (builtin && builtins.isConstWithoutErrnoAndExceptions(builtin)) {
        effects.writesErrno = true;
        return effects;
      }
      if (allocates(function, context.getLangOpts())) {
        effects.writesErrno = true; // and memory that nobody else has yet
        return effects;
      }
      if (function.hasAttr<ConstAttr>() ||
          (builtin && (builtins.isConst(builtin) ||
                       builtins.isConstWithoutExceptions(builtin))))
        return effects;
      if (function.hasAttr<PureAttr>() || (builtin && builtins.isPure(builtin)))
        effects.readsMemory = effects.readsAll = true;
      else
        effects.callsOut = true;
      return effects;
    }
    auto [known, isNew] = functions.try_emplace(definition);
    if (!isNew)
      return known->second;
    known->second.callsOut = true; // should it call itself
    for (const Stmt *code : codeOf(*definition))
      noteAddresses(code);
    const bool wasOwner = std::exchange(
        isOwner, isa<CXXConstructorDecl, CXXDestructorDecl>(definition));
    const bool wasInSystem = std::exchange(inSystem, isOfSystem(*definition));
    const bool hadConflict = foundConflict;
    for (const Stmt *code : codeOf(*definition))
      effects.add(visit(code));
    isOwner = wasOwner;
    inSystem = wasInSystem;
    if (const auto *destructor = dyn_cast<CXXDestructorDecl>(definition))
      effects.add(endOfParts(*destructor->getParent()));
    effects.readsOwn = effects.writesOwn = false;
    llvm::SmallVector<const Expr *, 4> sizes;
    for (const ParmVarDecl *parameter : definition->parameters())
      addSizes(parameter->getOriginalType(), sizes);
    checkOrder(sizes);
    // In C, each function of the user's is asked about by itself.
    if (!context.getLangOpts().CPlusPlus && !isAsked(*definition) &&
        !isOfSystem(*definition))
      foundConflict = hadConflict;
    effects.reads.clear();
    effects.writes.clear();
    // To others, these are memory like any other.
    effects.readsMemory |= !effects.memberReads.empty();
    effects.writesMemory |= !effects.memberWrites.empty();
    effects.memberReads.clear();
    effects.memberWrites.clear();
    functions[definition] = effects;
    return effects;
  }

  bool foundConflict = false;

private:
  bool isAsked(const FunctionDecl &definition) const {
    return &definition == asked.getDefinition();
  }

  bool isOfSystem(const FunctionDecl &function) const {
    return function.getLocation().isInvalid() || // known to the compiler
           isInHeaderOfSystem(context.getSourceManager(),
                              function.getLocation());
  }

  /// What the destructor of such an object does.
  Effects endOf(QualType type) {
    const CXXRecordDecl *record =
        context.getBaseElementType(type)->getAsCXXRecordDecl();
    const CXXDestructorDecl *destructor =
        record && record->hasDefinition() && !record->hasTrivialDestructor()
            ? record->getDestructor()
            : nullptr;
    return destructor ? effectsOf(*destructor) : Effects();
  }

  Effects endOfParts(const CXXRecordDecl &record) {
    Effects effects;
    for (const FieldDecl *member : record.fields())
      effects.add(endOf(member->getType()));
    for (const CXXBaseSpecifier &base : record.bases())
      effects.add(endOf(base.getType()));
    return effects;
  }

  /// What runs at the ends of the variables' lives.
  Effects endOfVariables(const DeclStmt &declaration) {
    Effects effects;
    for (const Decl *each : declaration.decls())
      if (const auto *variable = dyn_cast<VarDecl>(each);
          variable && variable->hasLocalStorage()) {
        effects.add(endOf(variable->getType()));
        if (const auto *cleanup = variable->getAttr<CleanupAttr>())
          effects.add(effectsOf(*cleanup->getFunctionDecl()));
      }
    return effects;
  }

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
    for (const Stmt *part : partsOf(*at))
      noteAddresses(part);
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
    for (const Stmt *part : partsOf(at))
      noteAddresses(part, isRead || isDiscarded || (keeps && isValue));
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
      accessAnywhere(isWrite, effects);
  }

  static void accessAnywhere(bool isWrite, Effects &effects) {
    (isWrite ? effects.writesMemory : effects.readsMemory) = true;
    effects.leastBehind = 0;
  }

  /// A member of `*this`, or a part of one.
  static bool isOwn(const Expr &place) {
    const Expr *at = place.IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<MemberExpr>(at)) {
      if (member->getMemberDecl()->getType()->isReferenceType())
        return false;
      at = member->getBase()->IgnoreParenImpCasts();
      if (member->isArrow())
        return isa<CXXThisExpr>(at);
    }
    return false;
  }

  /// The member that an lvalue is, or is a part of, where its object is the
  /// only one that it can be.
  std::optional<Member> memberOf(const Expr &place) const {
    const Expr *at = place.IgnoreParenImpCasts();
    const FieldDecl *field = nullptr;
    while (const auto *member = dyn_cast<MemberExpr>(at)) {
      field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->getType()->isReferenceType())
        return std::nullopt;
      at = member->getBase()->IgnoreParenImpCasts();
      if (member->isArrow())
        break;
    }
    if (!field || field->getParent()->isUnion())
      return std::nullopt;
    if (isa<CXXThisExpr>(at))
      return Member(nullptr, field);
    const auto *name = dyn_cast<DeclRefExpr>(at);
    const auto *variable = name && !name->refersToEnclosingVariableOrCapture()
                               ? dyn_cast<VarDecl>(name->getDecl())
                               : nullptr;
    const bool isOnly =
        variable && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType() &&
        (variable->getType()->isRecordType() || !addressed.contains(variable));
    return isOnly ? std::optional<Member>({variable, field}) : std::nullopt;
  }

  /// The variable that an lvalue is a part of, also of an array in it; null for
  /// what is, or may be, behind a pointer. One that is volatile, an alias, or
  /// has a name of its own for the linker may be what another one is.
  static const VarDecl *namedOf(const Expr &place) {
    const Expr *at = place.IgnoreParenImpCasts();
    for (;;) {
      if (const auto *member = dyn_cast<MemberExpr>(at)) {
        if (member->isArrow() ||
            member->getMemberDecl()->getType()->isReferenceType())
          return nullptr;
        at = member->getBase()->IgnoreParenImpCasts();
      } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(at)) {
        at = element->getBase()->IgnoreParenImpCasts();
        if (!at->getType()->isArrayType())
          return nullptr;
      } else {
        const VarDecl *variable = variableOf(*at);
        const bool isApart = variable &&
                             !variable->getType()->isReferenceType() &&
                             !variable->getASTContext()
                                  .getBaseElementType(variable->getType())
                                  .isVolatileQualified() &&
                             !variable->hasAttr<AliasAttr>() &&
                             !variable->hasAttr<AsmLabelAttr>();
        return isApart ? variable->getCanonicalDecl() : nullptr;
      }
    }
  }

  /// Bytes of the smallest object that an lvalue behind a pointer may be a part
  /// of; 0: any.
  uint64_t leastAround(const Expr &place) const {
    const RecordDecl *record = nullptr;
    const Expr *at = place.IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<MemberExpr>(at)) {
      const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
      if (!field || field->getType()->isReferenceType())
        break;
      record = field->getParent();
      if (member->isArrow())
        break;
      at = member->getBase()->IgnoreParenImpCasts();
    }
    const QualType type = place.getType();
    if (type->isIncompleteType() || type->isDependentType() ||
        type->isFunctionType() || type.isVolatileQualified() ||
        (record && (record->isDependentType() || record->isInvalidDecl())))
      return 0;
    return (record ? context.getASTRecordLayout(record).getSize()
                   : context.getTypeSizeInChars(type))
        .getQuantity();
  }

  /// A number that nobody may change, or an array of some?
  bool isConstant(const VarDecl &variable) const {
    const QualType element = context.getBaseElementType(variable.getType());
    return element.isConstQualified() && element->isScalarType();
  }

  void access(const Expr &place, bool isWrite, Effects &effects) {
    if (isOwner && isOwn(place)) {
      (isWrite ? effects.writesOwn : effects.readsOwn) = true;
      return;
    }
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
    const VarDecl *named = namedOf(place);
    if (named && isConstant(*named))
      return;
    if (const std::optional<Member> member = memberOf(place))
      (isWrite ? effects.memberWrites : effects.memberReads).insert(*member);
    else if (named)
      (isWrite ? effects.namedWrites : effects.namedReads).insert(named);
    else
      (isWrite ? effects.writesMemory : effects.readsMemory) = true;
    if (!named)
      effects.leastBehind = std::min(effects.leastBehind, leastAround(place));
  }

  static bool isOrdered(const Stmt &at) {
    if (const auto *operation = dyn_cast<BinaryOperator>(&at))
      return operation->isLogicalOp() || operation->isCommaOp();
    return !isa<BinaryOperator, CallExpr, ArraySubscriptExpr, InitListExpr,
                AtomicExpr, CXXConstructExpr, CXXNewExpr>(at);
  }

  static bool isDecision(const Stmt &at) {
    const auto *operation = dyn_cast<BinaryOperator>(&at);
    return (operation && operation->isLogicalOp()) ||
           isa<AbstractConditionalOperator, IfStmt, SwitchStmt, WhileStmt,
               DoStmt, ForStmt, CXXForRangeStmt>(at);
  }

  /// Does a function behind such a pointer not come back?
  static bool endsThrough(const CallExpr &call) {
    QualType type = call.getCallee()->getType();
    if (const auto *pointer = type->getAs<PointerType>())
      type = pointer->getPointeeType();
    const auto *function = type->getAs<FunctionType>();
    return function && function->getNoReturnAttr();
  }

  /// The sizes that are calculated for the type.
  void addSizes(QualType type, llvm::SmallVectorImpl<const Expr *> &sizes) {
    while (!type.isNull() && type->isVariablyModifiedType()) {
      type = type.getSingleStepDesugaredType(context);
      if (const auto *array = dyn_cast<VariableArrayType>(type.getTypePtr());
          array && array->getSizeExpr())
        sizes.push_back(array->getSizeExpr());
      if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr()))
        type = array->getElementType();
      else if (const auto *adjusted = dyn_cast<DecayedType>(type.getTypePtr()))
        type = adjusted->getOriginalType();
      else if (type->isPointerType())
        type = type->getPointeeType();
      else
        return;
    }
  }

  /// gcc calculates those of one declaration from the last to the first.
  void checkOrder(llvm::ArrayRef<const Expr *> sizes) {
    if (sizes.size() < 2)
      return;
    llvm::SmallVector<Effects, 4> parts;
    for (const Expr *size : sizes)
      parts.push_back(visit(size));
    checkOrder(parts);
  }

  void checkOrder(llvm::ArrayRef<Effects> parts) {
    // A library does what it is said to do in any order, as long as it runs
    // nobody else's code.
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t j = 0; j < parts.size(); ++j)
        foundConflict |=
            i != j && disturbs(parts[i], parts[j]) &&
            (!inSystem || parts[i].runsOwnCode || parts[j].runsOwnCode);
  }

  void checkSizes(const Stmt &at) {
    llvm::SmallVector<QualType, 2> types;
    if (const auto *declaration = dyn_cast<DeclStmt>(&at)) {
      for (const Decl *each : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(each))
          types.push_back(variable->getType());
        else if (const auto *name = dyn_cast<TypedefNameDecl>(each))
          types.push_back(name->getUnderlyingType());
    } else if (const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(&at)) {
      types.push_back(trait->getTypeOfArgument());
    } else if (const auto *cast = dyn_cast<ExplicitCastExpr>(&at)) {
      types.push_back(cast->getTypeAsWritten());
    }
    for (const QualType type : types) {
      llvm::SmallVector<const Expr *, 4> sizes;
      addSizes(type, sizes);
      checkOrder(sizes);
    }
  }

  /// Does the right side of `x += f()` write to x? C leaves open which value of
  /// x is added to; C++ does not since C++17. What is not seen may write to x,
  /// too, but x holds anything then.
  bool writesTarget(const BinaryOperator &operation) {
    if (!operation.isCompoundAssignmentOp() ||
        context.getLangOpts().CPlusPlus17)
      return false;
    Effects right = visit(operation.getRHS()), target;
    right.callsOut = false;
    access(*operation.getLHS(), false, target);
    return disturbs(right, target);
  }

  Effects visit(const Stmt *at) {
    Effects all;
    if (!at)
      return all;
    // Of what is only measured, nothing runs but the size of an array.
    if (const auto *trait = dyn_cast<UnaryExprOrTypeTraitExpr>(at);
        trait && !trait->getTypeOfArgument()->isVariablyModifiedType())
      return all;
    if (const auto *lambda = dyn_cast<LambdaExpr>(at))
      effectsOf(*lambda->getCallOperator());
    llvm::SmallVector<Effects, 4> parts;
    for (const Stmt *part : partsOf(*at))
      parts.push_back(visit(part));
    if (!isOrdered(*at))
      checkOrder(parts);
    checkSizes(*at);
    for (const Effects &part : parts)
      all.add(part);
    all.decides |= isDecision(*at);
    if (const auto *cast = dyn_cast<CastExpr>(at)) {
      if (cast->getCastKind() == CK_LValueToRValue)
        access(*cast->getSubExpr(), false, all);
    } else if (const auto *operation = dyn_cast<BinaryOperator>(at)) {
      foundConflict |= writesTarget(*operation);
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
      if (const FunctionDecl *callee = call->getDirectCallee()) {
        all.add(effectsOf(*callee));
        const auto *method = dyn_cast<CXXMethodDecl>(callee);
        all.callsOut |= method && method->isVirtual();
        all.runsOwnCode |= method && method->isVirtual();
      } else {
        all.callsOut = all.runsOwnCode = true;
        all.mayEnd |= endsThrough(*call);
      }
    } else if (isa<AtomicExpr>(at)) {
      accessAnywhere(false, all);
      accessAnywhere(true, all);
    } else if (isa<CXXThrowExpr>(at)) {
      all.callsOut = all.mayEnd = true;
    } else if (const auto *made = dyn_cast<CXXConstructExpr>(at)) {
      all.add(effectsOf(*made->getConstructor()));
    } else if (const auto *inherited = dyn_cast<CXXInheritedCtorInitExpr>(at)) {
      all.add(effectsOf(*inherited->getConstructor()));
    } else if (const auto *temporary = dyn_cast<CXXBindTemporaryExpr>(at)) {
      all.add(effectsOf(*temporary->getTemporary()->getDestructor()));
    } else if (const auto *declaration = dyn_cast<DeclStmt>(at)) {
      all.add(endOfVariables(*declaration));
    } else if (const auto *allocated = dyn_cast<CXXNewExpr>(at)) {
      all.callsOut = true;
      if (const FunctionDecl *callee = allocated->getOperatorNew())
        all.add(effectsOf(*callee));
    } else if (const auto *given = dyn_cast<CXXDeleteExpr>(at)) {
      all.callsOut = true;
      all.add(endOf(given->getDestroyedType()));
      if (const FunctionDecl *callee = given->getOperatorDelete())
        all.add(effectsOf(*callee));
    } else if (isa<GCCAsmStmt>(at)) {
      all.callsOut = true;
    }
    return all;
  }

  const FunctionDecl &asked;
  ASTContext &context;
  llvm::DenseMap<const FunctionDecl *, Effects> functions;
  llvm::SmallPtrSet<const VarDecl *, 16> addressed;
  llvm::SmallPtrSet<const Stmt *, 16> moves, values;
  bool isOwner = false;  // of the object that it is called for
  bool inSystem = false; // in a function of one of its headers
};

} // namespace

bool hasOpenOrder(const FunctionDecl &function, ASTContext &context) {
  assert(function.hasBody());
  Orders orders(function, context);
  orders.effectsOf(function);
  return orders.foundConflict;
}

} // namespace coverme::pass

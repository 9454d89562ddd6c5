// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assumptions.h"

#include "coverme/abi.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace clang;
using llvm::APFloat;
using llvm::APSInt;

namespace coverme::pass {
namespace {

/// The least and the greatest value of a parameter, as bits of its type.
struct Bounds {
  std::optional<llvm::APInt> least, greatest;
};

constexpr const char *kNoExpression =
    "an assumption is one expression, with parentheses that match, whole "
    "comments, and no directives";

/// Enough bits to count one beyond any number of 64.
constexpr unsigned kWide = 130;

APSInt widened(const APSInt &number) {
  APSInt wide = number.extend(kWide);
  wide.setIsSigned(true);
  return wide;
}

/// Does each value of `from` keep its value in `to`?
bool keepsValues(QualType from, QualType to, const ASTContext &context) {
  if (from->isIntegerType() && to->isIntegerType()) {
    const unsigned width = context.getIntWidth(from);
    const bool isUnsigned = from->isUnsignedIntegerType();
    if (to->isUnsignedIntegerType())
      return isUnsigned && context.getIntWidth(to) >= width;
    return context.getIntWidth(to) >= width + isUnsigned;
  }
  if (!to->isRealFloatingType())
    return false;
  const llvm::fltSemantics &floating = context.getFloatTypeSemantics(to);
  if (from->isIntegerType())
    return context.getIntWidth(from) - from->isSignedIntegerType() <=
           APFloat::semanticsPrecision(floating);
  if (!from->isRealFloatingType())
    return false;
  const llvm::fltSemantics &own = context.getFloatTypeSemantics(from);
  return APFloat::semanticsPrecision(own) <=
             APFloat::semanticsPrecision(floating) &&
         APFloat::semanticsMaxExponent(own) <=
             APFloat::semanticsMaxExponent(floating) &&
         APFloat::semanticsMinExponent(own) >=
             APFloat::semanticsMinExponent(floating);
}

/// A type whose bounds we can tell.
bool isNumber(QualType type, const ASTContext &context) {
  if (type->isIntegerType())
    return !type->isBooleanType() && !type->isEnumeralType() &&
           !type->isBitIntType() && context.getIntWidth(type) <= 64;
  return type->isRealFloatingType() && context.getTypeSize(type) <= 64;
}

/// The parameter that `side` of a comparison is, in a type that has all of its
/// values.
const ParmVarDecl *plainParameter(const Expr *side, const ASTContext &context) {
  QualType type = side->getType();
  while (true) {
    side = side->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(side);
    if (!cast)
      return nullptr;
    const Expr *inner = cast->getSubExpr();
    if (cast->getCastKind() == CK_LValueToRValue) {
      const auto *name = dyn_cast<DeclRefExpr>(inner->IgnoreParens());
      const auto *parameter =
          name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
      return parameter && isNumber(parameter->getType(), context) ? parameter
                                                                  : nullptr;
    }
    if (!keepsValues(inner->getType(), type, context))
      return nullptr;
    side = inner;
    type = inner->getType();
  }
}

/// Code computes with _Float16 in a wider type, and we would not.
bool computesInHalf(const Stmt *code) {
  const auto *operation = dyn_cast<BinaryOperator>(code);
  if (operation && operation->getType()->isFloat16Type())
    return true;
  return llvm::any_of(code->children(), [](const Stmt *part) {
    return part && computesInHalf(part);
  });
}

std::optional<APValue> constantOf(const Expr *side, const ASTContext &context) {
  Expr::EvalResult result;
  if (computesInHalf(side) || !side->EvaluateAsRValue(result, context) ||
      result.HasSideEffects || (!result.Val.isInt() && !result.Val.isFloat()) ||
      (result.Val.isFloat() && result.Val.getFloat().isNaN()))
    return std::nullopt;
  return result.Val;
}

/// Of integers; nothing where they have no such value, or all.
Bounds boundsOfInteger(QualType type, BinaryOperatorKind relation,
                       const APValue &constant, const ASTContext &context) {
  APSInt below(kWide, false), above(kWide, false);
  if (constant.isInt()) {
    below = above = widened(constant.getInt());
  } else {
    bool isExact = false;
    const APFloat &number = constant.getFloat();
    if (number.convertToInteger(below, APFloat::rmTowardNegative, &isExact) ==
            APFloat::opInvalidOp ||
        number.convertToInteger(above, APFloat::rmTowardPositive, &isExact) ==
            APFloat::opInvalidOp)
      return {};
  }
  const APSInt one = APSInt(llvm::APInt(kWide, 1), false);
  std::optional<APSInt> least, greatest;
  if (relation == BO_GT)
    least = below + one;
  else if (relation == BO_LT)
    greatest = above - one;
  if (relation == BO_GE || relation == BO_EQ)
    least = above;
  if (relation == BO_LE || relation == BO_EQ)
    greatest = below;
  const unsigned width = context.getIntWidth(type);
  const bool isUnsigned = type->isUnsignedIntegerType();
  const APSInt first = widened(APSInt::getMinValue(width, isUnsigned));
  const APSInt last = widened(APSInt::getMaxValue(width, isUnsigned));
  if ((least && *least > last) || (greatest && *greatest < first) ||
      (least && greatest && *least > *greatest))
    return {};
  Bounds bounds;
  if (least)
    bounds.least = std::max(*least, first).trunc(width);
  if (greatest)
    bounds.greatest = std::min(*greatest, last).trunc(width);
  return bounds;
}

/// The value of a type that is next to `number` on one side, and the number
/// itself if the type has it, unless it is to be left out.
APFloat roundedTo(const llvm::fltSemantics &type, APFloat number,
                  bool isDownward, bool isLeftOut) {
  bool isInexact = false;
  number.convert(
      type, isDownward ? APFloat::rmTowardNegative : APFloat::rmTowardPositive,
      &isInexact);
  if (!isInexact && isLeftOut)
    number.next(isDownward);
  return number;
}

Bounds boundsOfFloat(QualType type, BinaryOperatorKind relation,
                     const APValue &constant, const ASTContext &context) {
  const llvm::fltSemantics &own = context.getFloatTypeSemantics(type);
  const APFloat &number = constant.getFloat();
  // No value is beyond an infinity.
  if (number.isInfinity() && relation == (number.isNegative() ? BO_LT : BO_GT))
    return {};
  Bounds bounds;
  if (relation == BO_GT || relation == BO_GE || relation == BO_EQ)
    bounds.least =
        roundedTo(own, number, false, relation == BO_GT).bitcastToAPInt();
  if (relation == BO_LT || relation == BO_LE || relation == BO_EQ)
    bounds.greatest =
        roundedTo(own, number, true, relation == BO_LT).bitcastToAPInt();
  // What the type does not have, nothing is equal to.
  bool isInexact = false;
  APFloat rounded = number;
  rounded.convert(own, APFloat::rmNearestTiesToEven, &isInexact);
  return relation == BO_EQ && isInexact ? Bounds() : bounds;
}

/// Finds what an expression does beyond telling a value.
class EffectFinder : public RecursiveASTVisitor<EffectFinder> {
public:
  /// Parameters that are not just read.
  llvm::SmallPtrSet<const ValueDecl *, 4> touched;
  const Expr *assignment = nullptr;

  // Their names are those of the base class.
  bool TraverseImplicitCastExpr(ImplicitCastExpr *cast) {
    return (cast->getCastKind() == CK_LValueToRValue &&
            isa<DeclRefExpr>(cast->getSubExpr()->IgnoreParens())) ||
           RecursiveASTVisitor::TraverseImplicitCastExpr(cast);
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    touched.insert(name->getDecl());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      noteAssignment(*operation, operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) {
    if (operation->isIncrementDecrementOp())
      noteAssignment(*operation, operation->getSubExpr());
    return true;
  }

private:
  /// A variable that the expression makes for itself, or a part of one.
  static bool isOwn(const Expr *place) {
    while (true) {
      place = place->IgnoreParens();
      if (const auto *name = dyn_cast<DeclRefExpr>(place)) {
        const auto *variable = dyn_cast<VarDecl>(name->getDecl());
        return variable && variable->isLocalVarDecl() &&
               variable->hasLocalStorage();
      }
      if (const auto *member = dyn_cast<MemberExpr>(place);
          member && !member->isArrow()) {
        place = member->getBase();
        continue;
      }
      const auto *element = dyn_cast<ArraySubscriptExpr>(place);
      const auto *decay =
          element ? dyn_cast<ImplicitCastExpr>(element->getBase()) : nullptr;
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
        return false;
      place = decay->getSubExpr();
    }
  }

  void noteAssignment(const Expr &operation, const Expr *place) {
    if (!assignment && !isOwn(place))
      assignment = &operation;
  }
};

class AssumptionReader : public ASTConsumer {
public:
  AssumptionReader(CompilerInstance &clang, unsigned count)
      : clang(clang), count(count) {}

  void Initialize(ASTContext &) override { checkTokens(); }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declaration : group) {
      const auto *function = dyn_cast<FunctionDecl>(declaration);
      if (function && function->getIdentifier() &&
          function->getName().starts_with(COVERME_ASSUMPTION))
        functions.push_back(function);
      else
        hasStrangers |= !functions.empty();
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override {
    if (clang.getDiagnostics().hasErrorOccurred())
      return;
    if (hasStrangers || functions.size() != count)
      report({}, kNoExpression);
    for (number = 0; number < functions.size(); ++number)
      read(*functions[number]);
  }

private:
  void report(SourceLocation place, const char *words) {
    DiagnosticsEngine &diagnostics = clang.getDiagnostics();
    diagnostics.Report(
        place, diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
        << words;
  }

  /// No expression ends the parentheses that it stands in, or has a directive
  /// in it. Comments and literals are no such thing, so tokens are looked at.
  void checkTokens() {
    const SourceManager &sources = clang.getSourceManager();
    const FileID file = sources.getMainFileID();
    const llvm::MemoryBufferRef text = sources.getBufferOrFake(file);
    const size_t start = text.getBuffer().find(COVERME_ASSUMPTION "0(");
    Lexer lexer(file, text, sources, clang.getLangOpts());
    unsigned directives = 0; // ours are two for each assumption
    llvm::SmallVector<tok::TokenKind, 8> open;
    Token token;
    for (bool isAtEnd = false; !isAtEnd;) {
      isAtEnd = lexer.LexFromRawLexer(token);
      if (sources.getFileOffset(token.getLocation()) < start)
        continue;
      if (token.is(tok::hash) && token.isAtStartOfLine()) {
        if (++directives % 2 == 0 && !open.empty()) {
          report(token.getLocation(), kNoExpression);
          return;
        }
        continue;
      }
      if (directives % 2 == 0)
        continue;
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
        open.push_back(token.is(tok::l_paren)    ? tok::r_paren
                       : token.is(tok::l_square) ? tok::r_square
                                                 : tok::r_brace);
      } else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
        if (open.empty() || open.pop_back_val() != token.getKind()) {
          report(token.getLocation(), kNoExpression);
          return;
        }
      }
    }
    if (directives != 2 * count)
      report({}, kNoExpression);
  }

  void read(const FunctionDecl &function) {
    const auto *body = dyn_cast<CompoundStmt>(function.getBody());
    const auto *rejects = body && body->size() == 1
                              ? dyn_cast<IfStmt>(body->body_front())
                              : nullptr;
    const auto *negation =
        rejects && !rejects->getElse() && isa<CallExpr>(rejects->getThen())
            ? dyn_cast<UnaryOperator>(rejects->getCond()->IgnoreImpCasts())
            : nullptr;
    const auto *condition =
        negation && negation->getOpcode() == UO_LNot
            ? dyn_cast<ParenExpr>(negation->getSubExpr()->IgnoreImpCasts())
            : nullptr;
    if (!condition) {
      report(function.getLocation(), kNoExpression);
      return;
    }
    EffectFinder effects;
    effects.TraverseStmt(const_cast<ParenExpr *>(condition));
    if (effects.assignment) {
      report(effects.assignment->getExprLoc(),
             "an assumption may compare (==), but not assign");
      return;
    }
    readConjuncts(condition, effects);
  }

  void readConjuncts(const Expr *condition, const EffectFinder &effects) {
    const auto *operation = dyn_cast<BinaryOperator>(condition->IgnoreParens());
    if (!operation)
      return;
    if (operation->getOpcode() == BO_LAnd) {
      readConjuncts(operation->getLHS(), effects);
      readConjuncts(operation->getRHS(), effects);
    } else if (operation->isComparisonOp() && operation->getOpcode() != BO_NE) {
      readComparison(*operation, effects);
    }
  }

  void readComparison(const BinaryOperator &comparison,
                      const EffectFinder &effects) {
    const ASTContext &context = clang.getASTContext();
    const Expr *left = comparison.getLHS(), *right = comparison.getRHS();
    BinaryOperatorKind relation = comparison.getOpcode();
    const ParmVarDecl *parameter = plainParameter(left, context);
    if (!parameter) {
      parameter = plainParameter(right, context);
      std::swap(left, right);
      relation = BinaryOperator::reverseComparisonOp(relation);
    }
    if (!parameter || effects.touched.contains(parameter))
      return;
    const std::optional<APValue> constant = constantOf(right, context);
    if (!constant)
      return;
    const QualType type = parameter->getType();
    const Bounds bounds =
        type->isIntegerType()
            ? boundsOfInteger(type, relation, *constant, context)
            : boundsOfFloat(type, relation, *constant, context);
    print(*parameter, "least", bounds.least);
    print(*parameter, "greatest", bounds.greatest);
  }

  void print(const ParmVarDecl &parameter, const char *end,
             const std::optional<llvm::APInt> &bits) const {
    if (bits)
      llvm::outs() << number << " " << parameter.getName() << " " << end << " "
                   << llvm::utohexstr(bits->getZExtValue(), true) << "\n";
  }

  CompilerInstance &clang;
  const unsigned count;
  std::vector<const FunctionDecl *> functions;
  bool hasStrangers = false;
  size_t number = 0; // of the one that is read
};

} // namespace

std::unique_ptr<ASTConsumer> readAssumptions(CompilerInstance &clang,
                                             unsigned count) {
  return std::make_unique<AssumptionReader>(clang, count);
}

} // namespace coverme::pass

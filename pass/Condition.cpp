// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Condition.h"

#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace coverme::pass {
namespace {

constexpr unsigned kEqual = COVERME_REL_EQUAL;
constexpr unsigned kGreater = COVERME_REL_GREATER;
constexpr unsigned kLess = COVERME_REL_LESS;
constexpr unsigned kUnordered = COVERME_REL_UNORDERED;
constexpr unsigned kOrdered = kEqual | kGreater | kLess;

// An fcmp predicate's number is its set of relations, with our very bits.
static_assert(CmpInst::FCMP_FALSE == 0);
static_assert(CmpInst::FCMP_OEQ == kEqual);
static_assert(CmpInst::FCMP_OGT == kGreater);
static_assert(CmpInst::FCMP_OGE == (kGreater | kEqual));
static_assert(CmpInst::FCMP_OLT == kLess);
static_assert(CmpInst::FCMP_OLE == (kLess | kEqual));
static_assert(CmpInst::FCMP_ONE == (kLess | kGreater));
static_assert(CmpInst::FCMP_ORD == kOrdered);
static_assert(CmpInst::FCMP_UNO == kUnordered);
static_assert(CmpInst::FCMP_UEQ == (kUnordered | kEqual));
static_assert(CmpInst::FCMP_UGT == (kUnordered | kGreater));
static_assert(CmpInst::FCMP_UGE == (kUnordered | kGreater | kEqual));
static_assert(CmpInst::FCMP_ULT == (kUnordered | kLess));
static_assert(CmpInst::FCMP_ULE == (kUnordered | kLess | kEqual));
static_assert(CmpInst::FCMP_UNE == (kUnordered | kLess | kGreater));
static_assert(CmpInst::FCMP_TRUE == COVERME_REL_ALL);

unsigned integerRelations(CmpInst::Predicate predicate) {
  switch (predicate) {
#define COVERME_EQUALITY(Name, Text, Relations)                                \
  case CmpInst::ICMP_##Name:                                                   \
    return Relations;
#define COVERME_ORDER(Name, Text, Relations)                                   \
  case CmpInst::ICMP_S##Name:                                                  \
  case CmpInst::ICMP_U##Name:                                                  \
    return Relations;
#include "coverme/relations.def"
  default:
    llvm_unreachable("not an integer predicate");
  }
}

std::optional<coverme_operand_kind> floatKind(const Type *type) {
  // Each half and bfloat is a float exactly, with the same order.
  if (type->isFloatTy() || type->isHalfTy() || type->isBFloatTy())
    return COVERME_OPERAND_f32;
  if (type->isDoubleTy())
    return COVERME_OPERAND_f64;
  if (type->isX86_FP80Ty())
    return COVERME_OPERAND_f80;
  return std::nullopt;
}

bool isFloatKind(coverme_operand_kind kind) {
  return kind == COVERME_OPERAND_f32 || kind == COVERME_OPERAND_f64 ||
         kind == COVERME_OPERAND_f80;
}

Value *expectedValue(Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  if (call && (call->getIntrinsicID() == Intrinsic::expect ||
               call->getIntrinsicID() == Intrinsic::expect_with_probability))
    return call->getArgOperand(0);
  return nullptr;
}

/// The i1 that `value` is non-zero for exactly, or null. A truncation on the
/// way is harmless: all bits of a widened i1 that are set include the lowest.
Value *carriedBit(Value *value) {
  while (!value->getType()->isIntegerTy(1)) {
    if (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(value))
      value = cast<Instruction>(value)->getOperand(0);
    else if (Value *expected = expectedValue(value))
      value = expected;
    else
      return nullptr;
    if (!value->getType()->isIntegerTy())
      return nullptr;
  }
  return value;
}

/// What `x != 0` or `x == 0` compares with zero, or null.
Value *comparedWithZero(ICmpInst *compare) {
  if (!compare->isEquality() ||
      !compare->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  if (match(compare->getOperand(1), m_Zero()))
    return compare->getOperand(0);
  if (match(compare->getOperand(0), m_Zero()))
    return compare->getOperand(1);
  return nullptr;
}

/// One step from an i1 towards its comparison; a null value ends the walk.
Decision lookThrough(Value *value) {
  Value *inner;
  if (match(value, m_Not(m_Value(inner))))
    return {inner, true};
  if (isa<FreezeInst>(value))
    return {cast<FreezeInst>(value)->getOperand(0), false};
  if (Value *expected = expectedValue(value))
    return {expected, false};
  if (auto *trunc = dyn_cast<TruncInst>(value))
    return {carriedBit(trunc->getOperand(0)), false};
  if (auto *compare = dyn_cast<ICmpInst>(value))
    if (Value *tested = comparedWithZero(compare))
      return {carriedBit(tested), compare->getPredicate() == CmpInst::ICMP_EQ};
  return {nullptr, false};
}

/// Two plain loads of one address in one block with no write between: before
/// mem2reg, this is what `x != x` of the source looks like.
bool areSameLoad(const Value *a, const Value *b) {
  auto *first = dyn_cast<LoadInst>(a);
  auto *second = dyn_cast<LoadInst>(b);
  if (!first || !second || !first->isSimple() || !second->isSimple() ||
      first->getType() != second->getType() ||
      first->getPointerOperand() != second->getPointerOperand() ||
      first->getParent() != second->getParent())
    return false;
  if (second->comesBefore(first))
    std::swap(first, second);
  for (const Instruction *at = first; at != second; at = at->getNextNode())
    if (at->mayWriteToMemory())
      return false;
  return true;
}

std::optional<Comparison> describeFloat(CmpInst::Predicate predicate,
                                        Value *left, Value *right,
                                        Value *decider) {
  std::optional<coverme_operand_kind> kind = floatKind(left->getType());
  if (!kind)
    return std::nullopt;
  unsigned op = predicate;
  // `x != x` asks for NaN, not for a neighbour of x.
  if (left == right || areSameLoad(left, right)) {
    if (predicate == CmpInst::FCMP_UNE)
      op = kUnordered;
    else if (predicate == CmpInst::FCMP_OEQ)
      op = kOrdered;
  }
  return Comparison{*kind, op, left, right, false, decider};
}

/// `(a | b) == 0` and `!= 0` with 32-bit operands.
std::optional<Comparison> describeWordPair(ICmpInst *compare) {
  Value *tested = comparedWithZero(compare);
  Value *high, *low;
  if (!tested || !tested->getType()->isIntegerTy(32) ||
      !match(tested, m_Or(m_Value(high), m_Value(low))))
    return std::nullopt;
  return Comparison{COVERME_OPERAND_s64,
                    integerRelations(compare->getPredicate()),
                    high,
                    ConstantInt::get(tested->getType(), 0),
                    false,
                    compare,
                    low};
}

std::optional<Comparison> describeInteger(ICmpInst *compare) {
  if (auto pair = describeWordPair(compare))
    return pair;
  Type *type = compare->getOperand(0)->getType();
  coverme_operand_kind kind;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    kind = compare->isUnsigned() ? COVERME_OPERAND_u64 : COVERME_OPERAND_s64;
  else if (type->isPointerTy() && type->getPointerAddressSpace() == 0)
    kind = COVERME_OPERAND_ptr;
  else
    return std::nullopt;
  return Comparison{kind,
                    integerRelations(compare->getPredicate()),
                    compare->getOperand(0),
                    compare->getOperand(1),
                    false,
                    compare};
}

/// isnan, isinf and isfinite as comparisons.
std::optional<Comparison> describeClassTest(IntrinsicInst *call) {
  Value *tested = call->getArgOperand(0);
  std::optional<coverme_operand_kind> kind = floatKind(tested->getType());
  if (!kind)
    return std::nullopt;
  auto mask = cast<ConstantInt>(call->getArgOperand(1))->getZExtValue();
  if (mask == fcNan || mask == (fcAllFlags ^ fcNan))
    return Comparison{*kind,  mask == fcNan ? kUnordered : kOrdered,
                      tested, tested,
                      false,  call};
  unsigned op;
  if (mask == fcInf)
    op = kEqual;
  else if (mask == (fcAllFlags ^ fcInf))
    op = kEqual ^ COVERME_REL_ALL;
  else if (mask == fcFinite)
    op = kLess;
  else if (mask == (fcAllFlags ^ fcFinite))
    op = kLess ^ COVERME_REL_ALL;
  else
    return std::nullopt;
  Value *infinity = ConstantFP::getInfinity(tested->getType());
  return Comparison{*kind, op, tested, infinity, true, call};
}

std::optional<Comparison> describeDecider(Value *decider) {
  if (auto *compare = dyn_cast<FCmpInst>(decider))
    return describeFloat(compare->getPredicate(), compare->getOperand(0),
                         compare->getOperand(1), compare);
  // What fcmp becomes under -frounding-math.
  if (auto *compare = dyn_cast<ConstrainedFPCmpIntrinsic>(decider))
    return describeFloat(compare->getPredicate(), compare->getArgOperand(0),
                         compare->getArgOperand(1), compare);
  if (auto *compare = dyn_cast<ICmpInst>(decider))
    return describeInteger(compare);
  if (auto *call = dyn_cast<IntrinsicInst>(decider))
    if (call->getIntrinsicID() == Intrinsic::is_fpclass)
      return describeClassTest(call);
  return std::nullopt;
}

} // namespace

Decision resolveCondition(Value *condition) {
  Decision result = {condition, false};
  for (;;) {
    Decision step = lookThrough(result.value);
    if (!step.value)
      return result;
    result = {step.value, result.negated != step.negated};
  }
}

Comparison describeCondition(Value *condition) {
  Decision decision = resolveCondition(condition);
  std::optional<Comparison> comparison = describeDecider(decision.value);
  if (!comparison)
    comparison = {COVERME_OPERAND_bit,
                  kGreater,
                  condition,
                  ConstantInt::getFalse(condition->getContext()),
                  false,
                  condition};
  else if (decision.negated)
    comparison->op ^=
        isFloatKind(comparison->kind) ? COVERME_REL_ALL : kOrdered;
  comparison->located = decision.negated ? condition : comparison->decider;
  return *comparison;
}

} // namespace coverme::pass

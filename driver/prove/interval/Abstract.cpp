// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Abstract.h"

#include "coverme/abi.h"
#include "prove/interval/FloatArithmetic.h"

#include "llvm/ADT/FloatingPointMode.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace coverme {
namespace {

using code::Op;
using code::TypeKind;

// Addresses of objects are below.
constexpr uint64_t kAddresses = uint64_t{1} << 48;

std::optional<FloatOp> floatOp(Op op, size_t operandCount) {
  if (op == Op::FMul && operandCount == 1)
    return FloatOp::Square;
  switch (op) {
#define COVERME_FLOAT_OP(Name, Operands, Text, Range)                          \
  case Op::Name:                                                               \
    return FloatOp::Range;
#define COVERME_MATH_OP(Name, Operands, Text, Range, Function, Intrinsic)      \
  COVERME_FLOAT_OP(Name, Operands, Text, Range)
#include "ir/operations.def"
  default:
    return std::nullopt;
  }
}

bool isIntArithmetic(Op op) {
  return code::operationOf(op).kind == code::OpKind::Int;
}

// The relations that can hold between the operands of a comparison.
uint32_t relationsOf(const code::Instruction &compare, const Abstract &a,
                     const Abstract &b) {
  if (compare.op == Op::FCmp)
    return a.isFloat() && b.isFloat() ? possibleRelations(a.floats, b.floats)
                                      : COVERME_REL_ALL;
  constexpr uint32_t kAll =
      COVERME_REL_LESS | COVERME_REL_GREATER | COVERME_REL_EQUAL;
  if (a.isInt() && b.isInt())
    return possibleRelations(a.width, compare.op == Op::ICmpSigned, a.ints,
                             b.ints);
  if (a.isPointer() && b.isPointer()) {
    // An offset may be ahead of the object.
    if (a.pointer.object == b.pointer.object)
      return possibleRelations(64, true, a.pointer.offset, b.pointer.offset) |
             (a.pointer.offset.isSingle() && b.pointer.offset.isSingle()
                  ? 0
                  : kAll);
    // No object is at null, nor does it lie so high that what is above it
    // wraps around; where others are is not known.
    const bool aIsNull = a.pointer.object == kNullObject;
    const bool bIsNull = b.pointer.object == kNullObject;
    if (aIsNull != bIsNull &&
        unsignedMax(64, (aIsNull ? b : a).pointer.offset) < kAddresses)
      return COVERME_REL_LESS | COVERME_REL_GREATER;
  }
  return kAll;
}

Abstract compared(const code::Instruction &compare, const Abstract &a,
                  const Abstract &b, uint32_t known) {
  const uint32_t possible = relationsOf(compare, a, b) & known;
  const auto wanted = static_cast<uint32_t>(compare.immediate);
  if ((possible & wanted) == 0)
    return Abstract::bit(false);
  if ((possible & ~wanted) == 0)
    return Abstract::bit(true);
  return Abstract::of(1, allInts(1));
}

// A value is equal to itself or NaN.
bool projectSelfComparison(uint32_t relations, Abstract &x) {
  if (!x.isFloat())
    return (relations & COVERME_REL_EQUAL) != 0;
  if ((relations & COVERME_REL_EQUAL) == 0)
    x.floats = {1, 0, x.floats.nan};
  if ((relations & COVERME_REL_UNORDERED) == 0)
    x.floats.nan = false;
  return !x.floats.isEmpty();
}

bool projectComparison(const code::Instruction &compare, bool holds,
                       std::span<Abstract> operands) {
  const auto wanted = static_cast<uint32_t>(compare.immediate);
  const uint32_t relations = holds ? wanted : ~wanted & COVERME_REL_ALL;
  if (operands.size() == 1)
    return projectSelfComparison(relations, operands[0]);
  Abstract &a = operands[0], &b = operands[1];
  if (compare.op == Op::FCmp) {
    if (!a.isFloat() || !b.isFloat())
      return true;
    return restrictRelation(a.width, relations, a.floats, b.floats);
  }
  if (!a.isInt() || !b.isInt())
    return (relationsOf(compare, a, b) & relations) != 0;
  const bool isSigned = compare.op == Op::ICmpSigned;
  const auto left = restrictedBy(a.width, isSigned, relations, a.ints, b.ints);
  if (!left)
    return false;
  a.ints = *left;
  const auto right = restrictedBy(a.width, isSigned, code::mirrored(relations),
                                  b.ints, a.ints);
  if (!right)
    return false;
  b.ints = *right;
  return true;
}

// llvm.is.fpclass of the numbers between two ordinals; NaNs are apart.
struct ClassPart {
  unsigned mask;
  int64_t low, high;
};

std::array<ClassPart, 8> classParts(unsigned width) {
  const int64_t infinity = infinityOrdinal(width);
  const int64_t normal = width == 32 ? 0x00800000 : 0x0010000000000000;
  return {{{llvm::fcNegInf, ~infinity, ~infinity},
           {llvm::fcNegNormal, ~infinity + 1, ~normal},
           {llvm::fcNegSubnormal, ~normal + 1, ~int64_t{1}},
           {llvm::fcNegZero, -1, -1},
           {llvm::fcPosZero, 0, 0},
           {llvm::fcPosSubnormal, 1, normal - 1},
           {llvm::fcPosNormal, normal, infinity - 1},
           {llvm::fcPosInf, infinity, infinity}}};
}

// The floats of a range that are in the classes of `mask`; may be empty. It
// takes both kinds of NaN as one.
FloatRange ofClass(unsigned width, unsigned mask, const FloatRange &range) {
  FloatRange result{1, 0, range.nan && (mask & llvm::fcNan) != 0};
  for (const ClassPart &part : classParts(width))
    if ((mask & part.mask) != 0) {
      const FloatRange piece =
          intersect(range, FloatRange{part.low, part.high, false});
      if (piece.hasNumbers())
        result = hull(result, piece);
    }
  return result;
}

Abstract classified(unsigned mask, const Abstract &operand) {
  if (!operand.isFloat())
    return Abstract::of(1, allInts(1));
  const bool mayBe = !ofClass(operand.width, mask, operand.floats).isEmpty();
  const bool mayNot = !ofClass(operand.width, ~mask, operand.floats).isEmpty();
  return mayBe && mayNot ? Abstract::of(1, allInts(1)) : Abstract::bit(mayBe);
}

Abstract anyIfUnknown(code::Type type, const Abstract &value) {
  return value.kind == Abstract::Kind::Top || value.isUnset()
             ? Abstract::anyOf(type)
             : value;
}

// Integers that an operation on the other kind of value narrows, as bounds.
std::optional<IntRange> clampedSigned(unsigned width, const IntRange &range,
                                      int64_t low, int64_t high) {
  return intersect(width, range,
                   intsBetween(width, static_cast<uint64_t>(low),
                               static_cast<uint64_t>(high)));
}

} // namespace

bool isComparison(Op op) {
  return code::operationOf(op).kind == code::OpKind::Compare;
}

bool isMemory(Op op) {
  const code::OpKind kind = code::operationOf(op).kind;
  return kind == code::OpKind::Read || kind == code::OpKind::Write;
}

Abstract Abstract::anyOf(code::Type type) {
  if (type.isInt())
    return of(type.width, allInts(type.width));
  if (type.isFloat())
    return of(type.width, allFloats(type.width));
  return top();
}

Abstract Abstract::of(unsigned width, const IntRange &range) {
  Abstract result(Kind::Int);
  result.width = static_cast<uint8_t>(width);
  result.ints = range;
  return result;
}

Abstract Abstract::of(unsigned width, const FloatRange &range) {
  Abstract result(Kind::Float);
  result.width = static_cast<uint8_t>(width);
  result.floats = range;
  return result;
}

Abstract Abstract::of(const PointerRange &range) {
  Abstract result(Kind::Pointer);
  result.width = 64;
  result.pointer = range;
  return result;
}

Abstract Abstract::constant(code::Type type, uint64_t bits) {
  switch (type.kind) {
  case TypeKind::Int:
    return of(type.width, singleInt(type.width, bits));
  case TypeKind::Float:
    return of(type.width,
              floatsOfBits(type.width, singleInt(type.width, bits)));
  case TypeKind::Pointer:
    return bits == 0 ? of(PointerRange{singleInt(64, 0), kNullObject}) : top();
  default:
    return top();
  }
}

bool Abstract::operator==(const Abstract &other) const {
  if (kind != other.kind || width != other.width)
    return false;
  switch (kind) {
  case Kind::Int:
    return ints == other.ints;
  case Kind::Float:
    return floats == other.floats;
  case Kind::Pointer:
    return pointer == other.pointer;
  default:
    return true;
  }
}

Abstract join(const Abstract &a, const Abstract &b) {
  if (a.isUnset() || b.isUnset())
    return {};
  if (a.kind != b.kind)
    return Abstract::top();
  switch (a.kind) {
  case Abstract::Kind::Int:
    return Abstract::of(a.width, hull(a.width, a.ints, b.ints));
  case Abstract::Kind::Float:
    return Abstract::of(a.width, hull(a.floats, b.floats));
  case Abstract::Kind::Pointer:
    if (a.pointer.object != b.pointer.object)
      return Abstract::top();
    return Abstract::of(PointerRange{
        hull(64, a.pointer.offset, b.pointer.offset), a.pointer.object});
  default:
    return a;
  }
}

// A bound that moved goes to the next of few landmarks.
Abstract widen(const Abstract &before, const Abstract &after) {
  const Abstract both = join(before, after);
  if (both == before || both.isUnset())
    return both;
  if (both.isFloat()) {
    const int64_t infinity = infinityOrdinal(both.width);
    FloatRange range = both.floats;
    if (before.floats.hasNumbers() && range.low < before.floats.low)
      range.low = range.low >= 0 ? 0 : ~infinity;
    if (before.floats.hasNumbers() && range.high > before.floats.high)
      range.high = range.high < 0 ? -1 : infinity;
    return Abstract::of(both.width, range);
  }
  if (both.isInt()) {
    // First let go of one bound in the signed order, then of both.
    const unsigned width = both.width;
    const int64_t low = signedMin(width, before.ints);
    const int64_t high = signedMax(width, before.ints);
    const int64_t newLow = signedMin(width, both.ints);
    const int64_t newHigh = signedMax(width, both.ints);
    const auto top = static_cast<int64_t>(maskOf(width) >> 1);
    if (newLow >= low && newHigh > high)
      return Abstract::of(width, intsBetween(width, static_cast<uint64_t>(low),
                                             static_cast<uint64_t>(top)));
    if (newLow < low && newHigh <= high)
      return Abstract::of(
          width,
          intsBetween(width, static_cast<uint64_t>(newLow >= 0 ? 0 : ~top),
                      static_cast<uint64_t>(high)));
    if (newLow >= low && newHigh <= high) // just the bits
      return Abstract::of(width,
                          intsBetween(width, static_cast<uint64_t>(newLow),
                                      static_cast<uint64_t>(newHigh)));
    return Abstract::of(width, allInts(width));
  }
  return Abstract::top();
}

std::optional<Abstract> meet(const Abstract &a, const Abstract &b) {
  if (a.kind != b.kind)
    return a.kind == Abstract::Kind::Top ? b : a;
  switch (a.kind) {
  case Abstract::Kind::Int:
    if (const auto both = intersect(a.width, a.ints, b.ints))
      return Abstract::of(a.width, *both);
    return std::nullopt;
  case Abstract::Kind::Float: {
    const FloatRange both = intersect(a.floats, b.floats);
    if (both.isEmpty())
      return std::nullopt;
    return Abstract::of(a.width, both);
  }
  case Abstract::Kind::Pointer:
    if (a.pointer.object == b.pointer.object)
      if (const auto both = intersect(64, a.pointer.offset, b.pointer.offset))
        return Abstract::of(PointerRange{*both, a.pointer.object});
    return a;
  default:
    return a;
  }
}

// Bits of positive floats are their ordinals; those of negative ones are
// complemented below the sign.
FloatRange floatsOfBits(unsigned width, const IntRange &bits) {
  const uint64_t sign = uint64_t{1} << (width - 1);
  const uint64_t magnitude = sign - 1;
  const int64_t infinity = infinityOrdinal(width);
  FloatRange result{1, 0, false};
  const auto add = [&](bool negative) {
    const auto part =
        intersect(width, bits,
                  negative ? intsBetween(width, sign, ~uint64_t{0})
                           : intsBetween(width, 0, magnitude));
    if (!part)
      return;
    const auto least =
        static_cast<int64_t>(unsignedMin(width, *part) & magnitude);
    const auto most =
        static_cast<int64_t>(unsignedMax(width, *part) & magnitude);
    if (most > infinity)
      result.nan = true;
    if (least > infinity)
      return;
    const int64_t end = std::min(most, infinity);
    result = hull(result, negative ? FloatRange{~end, ~least, false}
                                   : FloatRange{least, end, false});
  };
  add(false);
  add(true);
  return result;
}

IntRange bitsOfFloats(unsigned width, const FloatRange &floats) {
  const uint64_t sign = uint64_t{1} << (width - 1);
  const auto infinity = static_cast<uint64_t>(infinityOrdinal(width));
  const uint64_t all = maskOf(width);
  std::optional<IntRange> result;
  const auto add = [&](uint64_t low, uint64_t high) {
    const IntRange part = intsBetween(width, low, high);
    result = result ? hull(width, *result, part) : part;
  };
  if (floats.hasNumbers() && floats.high >= 0)
    add(static_cast<uint64_t>(std::max<int64_t>(floats.low, 0)),
        static_cast<uint64_t>(floats.high));
  if (floats.hasNumbers() && floats.low < 0)
    add(sign | static_cast<uint64_t>(~std::min<int64_t>(floats.high, -1)),
        sign | static_cast<uint64_t>(~floats.low));
  if (floats.nan) {
    add(infinity + 1, sign - 1);
    add((sign | infinity) + 1, all);
  }
  return result.value_or(allInts(width));
}

Abstract evaluate(const code::Instruction &instruction,
                  std::span<const Abstract> given) {
  assert(instruction.op != Op::Input && instruction.op != Op::Phi &&
         !isMemory(instruction.op));
  const code::Type type = instruction.type;
  const Op op = instruction.op;
  if (op == Op::Constant)
    return Abstract::constant(type, instruction.immediate);
  if (op == Op::Unknown)
    return Abstract::anyOf(type);
  if (op == Op::Address)
    return Abstract::of(PointerRange{
        singleInt(64, 0), static_cast<uint32_t>(instruction.immediate)});
  if (op == Op::Offset) {
    if (!given[0].isPointer() || given[0].pointer.object == kNullObject)
      return Abstract::top();
    return Abstract::of(
        PointerRange{evaluate(Op::Add, 64, given[0].pointer.offset,
                              given[1].isInt() ? given[1].ints : allInts(64)),
                     given[0].pointer.object});
  }
  if (isComparison(op))
    return evaluateComparison(instruction, given, COVERME_REL_ALL);
  if (op == Op::Select) {
    if (given[0].isInt() && given[0].ints.isSingle())
      return anyIfUnknown(type, given[given[0].ints.low != 0 ? 1 : 2]);
    return join(anyIfUnknown(type, given[1]), anyIfUnknown(type, given[2]));
  }
  if (op == Op::IsClass)
    return classified(static_cast<unsigned>(instruction.immediate), given[0]);
  for (const Abstract &operand : given)
    if (!operand.isInt() && !operand.isFloat())
      return Abstract::anyOf(type);

  if (isIntArithmetic(op))
    return Abstract::of(type.width,
                        evaluate(op, type.width, given[0].ints, given[1].ints));
  if (const auto arithmetic = floatOp(op, given.size())) {
    std::array<FloatRange, 3> floats;
    for (size_t i = 0; i < given.size(); ++i)
      floats[i] = given[i].floats;
    return Abstract::of(type.width,
                        evaluate(type.width, *arithmetic,
                                 std::span(floats).first(given.size())));
  }
  const Abstract &x = given[0];
  switch (op) {
  case Op::Trunc:
  case Op::ZExt:
  case Op::SExt:
    return Abstract::of(type.width,
                        convertInt(op, x.width, type.width, x.ints));
  case Op::FConvert:
    return Abstract::of(type.width,
                        convertFloat(x.width, type.width, x.floats));
  case Op::SToF:
    return Abstract::of(type.width,
                        fromSigned(type.width, signedMin(x.width, x.ints),
                                   signedMax(x.width, x.ints)));
  case Op::UToF:
    return Abstract::of(type.width,
                        fromUnsigned(type.width, unsignedMin(x.width, x.ints),
                                     unsignedMax(x.width, x.ints)));
  case Op::FToS:
    if (const auto result = toSigned(x.width, x.floats, type.width))
      return Abstract::of(type.width,
                          intsBetween(type.width,
                                      static_cast<uint64_t>(result->low),
                                      static_cast<uint64_t>(result->high)));
    return Abstract::anyOf(type);
  case Op::FToU:
    if (const auto result = toUnsigned(x.width, x.floats, type.width))
      return Abstract::of(type.width,
                          intsBetween(type.width, result->low, result->high));
    return Abstract::anyOf(type);
  case Op::Bitcast:
    return type.isFloat()
               ? Abstract::of(type.width, floatsOfBits(x.width, x.ints))
               : Abstract::of(type.width, bitsOfFloats(x.width, x.floats));
  default:
    return Abstract::anyOf(type);
  }
}

Abstract evaluateComparison(const code::Instruction &instruction,
                            std::span<const Abstract> operands,
                            uint32_t known) {
  if (operands.size() == 1)
    return compared(instruction, operands[0], operands[0],
                    known & (COVERME_REL_EQUAL | COVERME_REL_UNORDERED));
  return compared(instruction, operands[0], operands[1], known);
}

bool project(const code::Instruction &instruction, const Abstract &result,
             std::span<Abstract> operands, bool maxUlp) {
  const code::Type type = instruction.type;
  const Op op = instruction.op;
  if (isComparison(op))
    return !result.isInt() || !result.ints.isSingle() ||
           projectComparison(instruction, result.ints.low != 0, operands);
  if (op == Op::Select) {
    Abstract &condition = operands[0];
    std::array<bool, 2> mayBe; // [0] the value if false
    for (const bool side : {false, true}) {
      const Abstract value = anyIfUnknown(type, operands[side ? 1 : 2]);
      const bool isAllowed =
          !condition.isInt() || contains(1, condition.ints, side ? 1 : 0);
      mayBe[side] = isAllowed && meet(value, result).has_value();
    }
    if (!mayBe[0] && !mayBe[1])
      return false;
    if (mayBe[0] != mayBe[1]) {
      condition = Abstract::bit(mayBe[1]);
      Abstract &value = operands[mayBe[1] ? 1 : 2];
      if (!value.isUnset())
        value = *meet(value, result);
    }
    return true;
  }
  if (op == Op::IsClass) {
    if (!result.isInt() || !result.ints.isSingle() || !operands[0].isFloat())
      return true;
    const auto mask = static_cast<unsigned>(instruction.immediate);
    operands[0].floats =
        ofClass(operands[0].width, result.ints.low != 0 ? mask : ~mask,
                operands[0].floats);
    return !operands[0].floats.isEmpty();
  }
  if (!result.isInt() && !result.isFloat())
    return true;
  for (const Abstract &operand : operands)
    if (!operand.isInt() && !operand.isFloat())
      return true;
  if (isIntArithmetic(op))
    return project(op, type.width, result.ints, operands[0].ints,
                   operands[1].ints);
  if (const auto arithmetic = floatOp(op, operands.size())) {
    std::array<FloatRange, 3> floats;
    for (size_t i = 0; i < operands.size(); ++i)
      floats[i] = operands[i].floats;
    if (!project(type.width, *arithmetic, result.floats,
                 std::span(floats).first(operands.size()), maxUlp))
      return false;
    for (size_t i = 0; i < operands.size(); ++i)
      operands[i].floats = floats[i];
    return true;
  }
  if (operands.empty())
    return true;
  Abstract &x = operands[0];
  switch (op) {
  case Op::Trunc:
  case Op::ZExt:
  case Op::SExt:
    return projectConvertInt(op, x.width, type.width, result.ints, x.ints);
  case Op::FConvert:
    return projectConvertFloat(x.width, type.width, result.floats, x.floats);
  case Op::SToF: {
    int64_t low = signedMin(x.width, x.ints), high = signedMax(x.width, x.ints);
    if (!projectFromSigned(type.width, result.floats, low, high))
      return false;
    const auto narrowed = clampedSigned(x.width, x.ints, low, high);
    if (narrowed)
      x.ints = *narrowed;
    return narrowed.has_value();
  }
  case Op::UToF: {
    uint64_t low = unsignedMin(x.width, x.ints),
             high = unsignedMax(x.width, x.ints);
    if (!projectFromUnsigned(type.width, result.floats, low, high))
      return false;
    const auto narrowed =
        intersect(x.width, x.ints, intsBetween(x.width, low, high));
    if (narrowed)
      x.ints = *narrowed;
    return narrowed.has_value();
  }
  case Op::FToS:
    return projectToSigned(x.width, type.width,
                           {signedMin(type.width, result.ints),
                            signedMax(type.width, result.ints)},
                           x.floats);
  case Op::FToU:
    return projectToUnsigned(x.width, type.width,
                             {unsignedMin(type.width, result.ints),
                              unsignedMax(type.width, result.ints)},
                             x.floats);
  case Op::Bitcast:
    if (type.isFloat()) {
      const auto narrowed =
          intersect(x.width, x.ints, bitsOfFloats(x.width, result.floats));
      if (narrowed)
        x.ints = *narrowed;
      return narrowed.has_value();
    }
    x.floats = intersect(x.floats, floatsOfBits(x.width, result.ints));
    return !x.floats.isEmpty();
  default:
    return true;
  }
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtEncoder.h"

#include <cassert>
#include <cmath>

namespace coverme::smt {
namespace {

unsigned precisionOf(unsigned width) { return width == 32 ? 24 : 53; }

// Of arithmetic on integers.
TermKind termOf(Op op) {
  switch (op) {
#define COVERME_INT_OP(Name, Text, Term)                                       \
  case Op::Name:                                                               \
    return TermKind::Term;
#include "ir/operations.def"
  default:
    assert(false && "no arithmetic on integers");
    return TermKind::Add;
  }
}

} // namespace

void Encoder::encode(ValueId id) {
  const Instruction &instruction = code.values[id];
  if (code::operationOf(instruction.op).kind == code::OpKind::Write)
    write(instruction);
  else
    values[id] = computed(instruction);
}

const Value &Encoder::operand(const Instruction &instruction,
                              size_t index) const {
  return values[code.operandsOf(instruction)[index]];
}

Type Encoder::typeOf(const Instruction &instruction, size_t index) const {
  return code.values[code.operandsOf(instruction)[index]].type;
}

Value Encoder::computed(const Instruction &instruction) {
  const Type type = instruction.type;
  switch (instruction.op) {
  case Op::Input:
    return fromBits(type, inputs[instruction.immediate]);
  case Op::Constant:
    return constant(type, instruction.immediate);
  case Op::Unknown:
    return unknown(type);
  case Op::Select:
    return selected(instruction);
  case Op::ICmpSigned:
  case Op::ICmpUnsigned:
    return integer(typeOf(instruction, 0).isPointer()
                       ? comparedPointers(instruction)
                       : comparedIntegers(instruction));
  case Op::FCmp:
    return integer(comparedFloats(instruction));
  case Op::IsClass:
    return integer(
        classified(operand(instruction, 0).bits, instruction.immediate));
  case Op::Address:
    return address(static_cast<uint32_t>(instruction.immediate));
  case Op::Offset:
    return shiftedPointer(operand(instruction, 0),
                          operand(instruction, 1).bits);
  case Op::Load:
    return loaded(operand(instruction, 0), type);
  default:
    return type.isFloat() || typeOf(instruction, 0).isFloat()
               ? floatArithmetic(instruction)
               : integerArithmetic(instruction);
  }
}

Value Encoder::selected(const Instruction &instruction) {
  const Term condition = operand(instruction, 0).bits;
  if (instruction.site == site)
    take(condition);
  if (instruction.type.kind == code::TypeKind::Other)
    return {};
  return chosen(condition, operand(instruction, 1), operand(instruction, 2));
}

Term Encoder::comparedIntegers(const Instruction &instruction) {
  const Term a = asBits(operand(instruction, 0)),
             b = asBits(operand(instruction, 1));
  const TermKind less =
      instruction.op == Op::ICmpSigned ? TermKind::SLess : TermKind::ULess;
  switch (instruction.immediate) {
  case COVERME_REL_EQUAL:
    return terms.equal(a, b);
  case COVERME_REL_LESS | COVERME_REL_GREATER:
    return terms.negated(terms.equal(a, b));
  case COVERME_REL_LESS:
    return terms.make(less, {a, b});
  case COVERME_REL_GREATER:
    return terms.make(less, {b, a});
  case COVERME_REL_LESS | COVERME_REL_EQUAL:
    return terms.negated(terms.make(less, {b, a}));
  case COVERME_REL_GREATER | COVERME_REL_EQUAL:
    return terms.negated(terms.make(less, {a, b}));
  default:
    return terms.fresh(kBool);
  }
}

Term Encoder::comparedPointers(const Instruction &instruction) {
  const uint64_t relations = instruction.immediate;
  const bool isEqual = relations == COVERME_REL_EQUAL;
  if (!isEqual && relations != (COVERME_REL_LESS | COVERME_REL_GREATER))
    return terms.fresh(kBool);
  Term result = terms.fresh(kBool);
  for (const Target &a : operand(instruction, 0).targets)
    for (const Target &b : operand(instruction, 1).targets)
      if (const auto same = areSamePlace(a, b))
        result = terms.ite(terms.both(a.condition, b.condition),
                           isEqual ? *same : terms.negated(*same), result);
  return result;
}

std::optional<Term> Encoder::areSamePlace(const Target &a, const Target &b) {
  using enum Target::Kind;
  if (a.kind == Null && b.kind == Null)
    return terms.boolean(true);
  if (a.kind == Object && b.kind == Object && a.object == b.object)
    return terms.equal(a.offset, b.offset);
  const Target &place = a.kind == Null ? b : a;
  if ((a.kind == Null || b.kind == Null) && place.kind == Object &&
      code.objects[place.object].kind != Object::Kind::Other &&
      !code.objects[place.object].isGiven)
    if (const auto offset = terms.valueOf(place.offset);
        offset && *offset <= code.objects[place.object].size)
      return terms.boolean(false);
  return std::nullopt;
}

Term Encoder::comparedFloats(const Instruction &instruction) {
  const Term a = operand(instruction, 0).number,
             b = operand(instruction, 1).number;
  const uint64_t relations = instruction.immediate;
  Term result = terms.boolean(false);
  if (relations & COVERME_REL_LESS)
    result = terms.either(result, terms.make(TermKind::FLess, {a, b}));
  if (relations & COVERME_REL_GREATER)
    result = terms.either(result, terms.make(TermKind::FLess, {b, a}));
  if (relations & COVERME_REL_EQUAL)
    result = terms.either(result, terms.make(TermKind::FEqual, {a, b}));
  if (relations & COVERME_REL_UNORDERED)
    result = terms.either(result, terms.either(isNaN(a), isNaN(b)));
  return result;
}

Term Encoder::classified(Term bits, uint64_t mask) {
  const unsigned width = terms.sortOf(bits).width;
  const unsigned fraction = precisionOf(width) - 1;
  const Term sign = isNegative(bits);
  const Term exponent = terms.extract(bits, width - 2, fraction);
  const Term rest = terms.extract(bits, fraction - 1, 0);
  const Term quiet = terms.equal(
      terms.extract(rest, fraction - 1, fraction - 1), terms.constant(1, 1));
  const unsigned exponentWidth = width - 1 - fraction;
  const Term isZeroRest = terms.equal(rest, terms.constant(fraction, 0));
  const Term isLow = terms.equal(exponent, terms.constant(exponentWidth, 0));
  const Term isHigh =
      terms.equal(exponent, terms.constant(exponentWidth, ~uint64_t{0}));
  const Term nan = terms.both(isHigh, terms.negated(isZeroRest));
  const Term infinite = terms.both(isHigh, isZeroRest);
  const Term normal = terms.both(terms.negated(isHigh), terms.negated(isLow));
  const Term subnormal = terms.both(isLow, terms.negated(isZeroRest));
  const Term zero = terms.both(isLow, isZeroRest);
  const Term positive = terms.negated(sign);
  // From bit 0 on.
  const Term classes[] = {terms.both(nan, terms.negated(quiet)),
                          terms.both(nan, quiet),
                          terms.both(infinite, sign),
                          terms.both(normal, sign),
                          terms.both(subnormal, sign),
                          terms.both(zero, sign),
                          terms.both(zero, positive),
                          terms.both(subnormal, positive),
                          terms.both(normal, positive),
                          terms.both(infinite, positive)};
  Term result = terms.boolean(false);
  for (unsigned i = 0; i < std::size(classes); ++i)
    if ((mask >> i & 1) != 0)
      result = terms.either(result, classes[i]);
  return result;
}

Term Encoder::isNegative(Term bits) {
  const unsigned top = terms.sortOf(bits).width - 1U;
  return terms.equal(terms.extract(bits, top, top), terms.constant(1, 1));
}

Value Encoder::integerArithmetic(const Instruction &instruction) {
  const Type type = instruction.type;
  const Value &first = operand(instruction, 0);
  switch (instruction.op) {
  case Op::Trunc:
    return fromBits(type, terms.extract(asBits(first), type.width - 1U, 0));
  case Op::ZExt:
  case Op::SExt:
    return integer(extended(first, instruction.op == Op::SExt, type.width));
  case Op::Bitcast:
    return fromBits(type, asBits(first));
  default:
    break;
  }
  const Value &second = operand(instruction, 1);
  if (isBit(type))
    switch (instruction.op) {
    case Op::And:
      return integer(terms.both(first.bits, second.bits));
    case Op::Or:
      return integer(terms.either(first.bits, second.bits));
    case Op::Xor:
      return integer(terms.negated(terms.equal(first.bits, second.bits)));
    default:
      break;
    }
  return fromBits(type, binary(instruction.op, asBits(first), asBits(second)));
}

Term Encoder::extended(const Value &value, bool isSigned, unsigned width) {
  if (terms.sortOf(value.bits) == kBool)
    return terms.ite(value.bits,
                     terms.constant(width, isSigned ? ~uint64_t{0} : 1),
                     terms.constant(width, 0));
  return terms.extend(isSigned ? TermKind::SignExtend : TermKind::ZeroExtend,
                      value.bits, width);
}

Term Encoder::binary(Op op, Term a, Term b) {
  const unsigned width = terms.sortOf(a).width;
  const Term zero = terms.constant(width, 0);
  // Where a machine would trap, compilers may have moved the operation away.
  const auto division = [&](TermKind kind, bool isSigned) {
    Term isBad = terms.equal(b, zero);
    if (isSigned) {
      const Term least = terms.constant(width, uint64_t{1} << (width - 1));
      const Term minusOne = terms.constant(width, ~uint64_t{0});
      isBad = terms.either(
          isBad, terms.both(terms.equal(a, least), terms.equal(b, minusOne)));
    }
    return unlessBad(isBad, terms.make(kind, {a, b}));
  };
  const auto shift = [&](TermKind kind) {
    // The width itself may not fit into one bit.
    const Term most = terms.constant(width, width - 1);
    return unlessBad(terms.make(TermKind::ULess, {most, b}),
                     terms.make(kind, {a, b}));
  };
  if (code::operationOf(op).kind != code::OpKind::Int)
    return terms.fresh(bitsSort(width));
  const TermKind kind = termOf(op);
  switch (op) {
  case Op::UDiv:
  case Op::URem:
    return division(kind, false);
  case Op::SDiv:
  case Op::SRem:
    return division(kind, true);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(kind);
  default:
    return terms.make(kind, {a, b});
  }
}

Term Encoder::unlessBad(Term isBad, Term result) {
  return terms.isFalse(isBad)
             ? result
             : terms.ite(isBad, terms.fresh(terms.sortOf(result)), result);
}

Value Encoder::floatArithmetic(const Instruction &instruction) {
  const Type type = instruction.type;
  const Value &first = operand(instruction, 0);
  const auto apply = [&](TermKind kind) {
    std::vector<Term> numbers;
    for (const ValueId id : code.operandsOf(instruction))
      numbers.push_back(values[id].number);
    return number(terms.make(kind, numbers));
  };
  switch (instruction.op) {
  case Op::FNeg:
    return withSign(first, terms.negated(isNegative(first.bits)),
                    terms.make(TermKind::FNeg, {first.number}));
  case Op::FAbs:
    return withSign(first, terms.boolean(false),
                    terms.make(TermKind::FAbs, {first.number}));
  case Op::CopySign: {
    const Term sign = isNegative(operand(instruction, 1).bits);
    const Term size = terms.make(TermKind::FAbs, {first.number});
    return withSign(first, sign,
                    terms.ite(sign, terms.make(TermKind::FNeg, {size}), size));
  }
#define COVERME_FLOAT_TERM(Name, Term)                                         \
  case Op::Name:                                                               \
    return apply(TermKind::Term);
#include "ir/operations.def"
  case Op::FRem:
    return remainder(first, operand(instruction, 1));
  case Op::FMin:
    return extremum(first, operand(instruction, 1), true);
  case Op::FMax:
    return extremum(first, operand(instruction, 1), false);
  case Op::FConvert:
    return number(terms.toFloat(TermKind::FromFloat, first.number, type.width));
  case Op::SToF:
  case Op::UToF:
    return fromInteger(first, instruction.op == Op::SToF, type.width);
  case Op::FToS:
  case Op::FToU:
    return fromBits(
        type, toInteger(first.number, instruction.op == Op::FToS, type.width));
  case Op::Bitcast:
    return fromBits(type, asBits(first));
  default:
    return unknown(type);
  }
}

Value Encoder::withSign(const Value &value, Term sign, Term number) {
  Value result;
  const unsigned width = terms.sortOf(value.bits).width;
  result.bits =
      terms.make(TermKind::Concat,
                 {terms.ite(sign, terms.constant(1, 1), terms.constant(1, 0)),
                  terms.extract(value.bits, width - 2, 0)});
  result.number = number;
  return result;
}

Value Encoder::fromInteger(const Value &value, bool isSigned, unsigned width) {
  const Term bits = asBits(value);
  return number(terms.toFloat(
      isSigned ? TermKind::FromSigned : TermKind::FromUnsigned, bits, width));
}

Term Encoder::toInteger(Term number, bool isSigned, unsigned width) {
  const unsigned format = terms.sortOf(number).width;
  const double beyond =
      std::ldexp(1.0, static_cast<int>(width) - (isSigned ? 1 : 0));
  const double least = isSigned ? -beyond : 0;
  // One less than the least, where the format has such a number.
  const bool isExact = width <= precisionOf(format);
  const Term isAbove =
      !isSigned || isExact
          ? terms.make(TermKind::FLess,
                       {floatConstant(format, least - 1), number})
          : terms.either(terms.make(TermKind::FLess,
                                    {floatConstant(format, least), number}),
                         terms.make(TermKind::FEqual,
                                    {floatConstant(format, least), number}));
  const Term fits =
      terms.both(isAbove, terms.make(TermKind::FLess,
                                     {number, floatConstant(format, beyond)}));
  return unlessBad(
      terms.negated(fits),
      terms.toBits(isSigned ? TermKind::ToSigned : TermKind::ToUnsigned, number,
                   width));
}

Value Encoder::extremum(const Value &a, const Value &b, bool isLeast) {
  const Value result =
      unknown({code::TypeKind::Float, terms.sortOf(a.bits).width});
  const auto is = [&](const Value &x) {
    return terms.equal(result.bits, x.bits);
  };
  const Term aNaN = isNaN(a.number), bNaN = isNaN(b.number);
  const Term either = terms.either(is(a), is(b));
  const Term anyNaN = isNaN(result.number);
  const Term less = terms.make(TermKind::FLess, {a.number, b.number});
  const Term greater = terms.make(TermKind::FLess, {b.number, a.number});
  const auto missing = [&](const Value &nan, const Value &other) {
    return terms.either(is(other),
                        terms.both(terms.either(classified(nan.bits, 1),
                                                classified(other.bits, 1)),
                                   anyNaN));
  };
  const Term compared =
      terms.ite(less, is(isLeast ? a : b),
                terms.ite(greater, is(isLeast ? b : a), either));
  terms.assume(result.bits,
               terms.ite(terms.both(aNaN, bNaN), anyNaN,
                         terms.ite(aNaN, missing(a, b),
                                   terms.ite(bNaN, missing(b, a), compared))));
  return result;
}

Value Encoder::remainder(const Value &x, const Value &y) {
  const unsigned width = terms.sortOf(x.bits).width;
  const Value result =
      unknown({code::TypeKind::Float, static_cast<uint8_t>(width)});
  const auto size = [&](const Value &value) {
    return terms.make(TermKind::FAbs, {value.number});
  };
  const auto isLess = [&](Term a, Term b) {
    return terms.make(TermKind::FLess, {a, b});
  };
  const Term infinity = floatConstant(width, INFINITY);
  const Term isInvalid = terms.either(
      terms.either(isNaN(x.number), isNaN(y.number)),
      terms.either(
          terms.equal(size(x), infinity),
          terms.make(TermKind::FEqual, {y.number, floatConstant(width, 0)})));
  const Term isReduced = terms.both(
      isLess(size(result), size(y)),
      terms.both(terms.negated(isLess(size(x), size(result))),
                 terms.equal(isNegative(result.bits), isNegative(x.bits))));
  terms.assume(
      result.bits,
      terms.ite(isInvalid, isNaN(result.number),
                terms.ite(isLess(size(x), size(y)),
                          terms.equal(result.number, x.number), isReduced)));
  return result;
}

} // namespace coverme::smt

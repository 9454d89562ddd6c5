// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtEncoder.h"

#include <algorithm>
#include <bit>

namespace coverme::smt {
namespace {

// The bits of a float of this width.
uint64_t patternOf(double number, unsigned width) {
  return width == 32 ? std::bit_cast<uint32_t>(static_cast<float>(number))
                     : std::bit_cast<uint64_t>(number);
}

} // namespace

Value Encoder::integer(Term bits) {
  Value value;
  value.bits = bits;
  return value;
}

Value Encoder::pattern(Term bits) {
  Value value;
  value.bits = bits;
  const auto result = results.find(bits);
  value.number =
      result != results.end()
          ? result->second
          : terms.toFloat(TermKind::FromBits, bits, terms.sortOf(bits).width);
  return value;
}

Value Encoder::number(Term number) {
  Value value;
  const unsigned width = terms.sortOf(number).width;
  if (const auto bits = terms.patternOf(number);
      bits && terms.isFalse(isNaN(number)))
    return pattern(terms.constant(width, *bits));
  value.bits = terms.fresh(bitsSort(width));
  value.number = number;
  results[value.bits] = number;
  terms.assume(value.bits,
               terms.equal(terms.toFloat(TermKind::FromBits, value.bits, width),
                           number));
  return value;
}

Value Encoder::pointer(Target target) {
  Value value;
  if (target.condition == kNoTerm)
    target.condition = terms.boolean(true);
  value.targets.push_back(target);
  return value;
}

Value Encoder::unknown(Type type, Target::Kind pointee) {
  if (isBit(type))
    return integer(terms.fresh(kBool));
  if (type.isInt())
    return integer(terms.fresh(bitsSort(type.width)));
  if (type.isFloat())
    return pattern(terms.fresh(bitsSort(type.width)));
  if (type.isPointer()) {
    Target target;
    target.kind = pointee;
    return pointer(target);
  }
  return {};
}

Value Encoder::constant(Type type, uint64_t bits) {
  if (isBit(type))
    return integer(terms.boolean(bits != 0));
  if (type.isInt())
    return integer(terms.constant(type.width, bits));
  if (type.isFloat())
    return pattern(terms.constant(type.width, bits));
  Target target;
  target.kind = bits == 0 ? Target::Kind::Null : Target::Kind::Anywhere;
  return pointer(target);
}

Value Encoder::chosen(Term condition, const Value &yes, const Value &no) {
  if (terms.isTrue(condition))
    return yes;
  if (terms.isFalse(condition))
    return no;
  Value value;
  if (yes.bits != kNoTerm)
    value.bits = terms.ite(condition, yes.bits, no.bits);
  if (yes.number != kNoTerm)
    value.number = terms.ite(condition, yes.number, no.number);
  addTargets(value.targets, yes.targets, condition);
  addTargets(value.targets, no.targets, terms.negated(condition));
  return value;
}

void Encoder::addTargets(std::vector<Target> &all,
                         const std::vector<Target> &more, Term condition) {
  for (Target target : more) {
    target.condition = terms.both(target.condition, condition);
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Target &other) {
          return other.kind == target.kind && other.object == target.object;
        });
    if (same == all.end()) {
      all.push_back(target);
      continue;
    }
    if (target.kind == Target::Kind::Object)
      same->offset = terms.ite(target.condition, target.offset, same->offset);
    same->condition = terms.either(same->condition, target.condition);
  }
}

Term Encoder::asBits(const Value &value) {
  return terms.sortOf(value.bits) == kBool
             ? terms.ite(value.bits, terms.constant(1, 1), terms.constant(1, 0))
             : value.bits;
}

Value Encoder::fromBits(Type type, Term bits) {
  if (type.isFloat())
    return pattern(bits);
  return integer(isBit(type) ? terms.equal(bits, terms.constant(1, 1)) : bits);
}

Term Encoder::floatConstant(unsigned width, double number) {
  return pattern(terms.constant(width, patternOf(number, width))).number;
}

} // namespace coverme::smt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/FloatArithmetic.h"

#include "coverme/abi.h"
#include "prove/FloatOperations.h"

namespace coverme {
namespace {

// Calls `use` with the format of the width.
template <class Use> auto withFormat(unsigned width, const Use &use) {
  return width == 32 ? use(Binary32()) : use(Binary64());
}

} // namespace

unsigned operandCount(FloatOp op) {
  switch (op) {
  case FloatOp::Neg:
  case FloatOp::Abs:
  case FloatOp::Sqrt:
  case FloatOp::Floor:
  case FloatOp::Ceil:
  case FloatOp::Trunc:
  case FloatOp::RoundEven:
  case FloatOp::RoundAway:
    return 1;
  case FloatOp::Fma:
    return 3;
  default:
    return 2;
  }
}

FloatRange evaluate(unsigned width, FloatOp op,
                    std::span<const FloatRange> operands) {
  return withFormat(width, [&](auto format) {
    return FloatOperations<decltype(format)>::evaluate(op, operands);
  });
}

uint32_t possibleRelations(const FloatRange &a, const FloatRange &b) {
  uint32_t relations = 0;
  if ((a.nan && !b.isEmpty()) || (b.nan && !a.isEmpty()))
    relations |= COVERME_REL_UNORDERED;
  if (!a.hasNumbers() || !b.hasNumbers())
    return relations;
  if (intersect(withBothZeros(a), withBothZeros(b)).hasNumbers())
    relations |= COVERME_REL_EQUAL;
  const auto canBeLess = [](const FloatRange &x, const FloatRange &y) {
    return x.low < y.high && !(x.low == -1 && y.high == 0);
  };
  if (canBeLess(a, b))
    relations |= COVERME_REL_LESS;
  if (canBeLess(b, a))
    relations |= COVERME_REL_GREATER;
  return relations;
}

FloatRange convertFloat(unsigned fromWidth, unsigned toWidth,
                        const FloatRange &operand) {
  return withFormat(fromWidth, [&](auto from) {
    return withFormat(toWidth, [&](auto to) {
      return convertFloat<decltype(from), decltype(to)>(operand);
    });
  });
}

FloatRange fromSigned(unsigned width, int64_t low, int64_t high) {
  return withFormat(width, [&](auto format) {
    return fromInteger<decltype(format)>(low, high);
  });
}

FloatRange fromUnsigned(unsigned width, uint64_t low, uint64_t high) {
  return withFormat(width, [&](auto format) {
    return fromInteger<decltype(format)>(low, high);
  });
}

std::optional<SignedInterval>
toSigned(unsigned width, const FloatRange &operand, unsigned bits) {
  return withFormat(width, [&](auto format) {
    return toInteger<decltype(format), int64_t>(operand, bits);
  });
}

std::optional<UnsignedInterval>
toUnsigned(unsigned width, const FloatRange &operand, unsigned bits) {
  return withFormat(width, [&](auto format) {
    return toInteger<decltype(format), uint64_t>(operand, bits);
  });
}

} // namespace coverme

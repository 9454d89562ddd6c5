// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/FloatArithmetic.h"

#include "coverme/abi.h"
#include "prove/interval/FloatOperations.h"

#include <cassert>
#include <limits>

namespace coverme {
namespace {

// Calls `use` with the format of the width.
template <class Use> auto withFormat(unsigned width, const Use &use) {
  assert((width == 32 || width == 64) && "no other formats are supported");
  return width == 32 ? use(Binary32()) : use(Binary64());
}

// The numbers of any format that are less than some number of the range, or
// greater. The zeros are equal.
FloatRange below(const FloatRange &range) {
  const int64_t bound = range.high == 0 ? -1 : range.high;
  return {std::numeric_limits<int64_t>::min(), bound - 1};
}
FloatRange above(const FloatRange &range) {
  const int64_t bound = range.low == -1 ? 0 : range.low;
  return {bound + 1, std::numeric_limits<int64_t>::max()};
}

} // namespace

unsigned operandCount(FloatOp op) {
  switch (op) {
#define COVERME_FLOAT_OP(Name, Operands, Text, Range)                          \
  case FloatOp::Range:                                                         \
    return Operands;
#define COVERME_MATH_OP(Name, Operands, Text, Range, Function, Intrinsic)      \
  COVERME_FLOAT_OP(Name, Operands, Text, Range)
#include "ir/operations.def"
  case FloatOp::Square:
    break;
  }
  return 1;
}

FloatRange evaluate(unsigned width, FloatOp op,
                    std::span<const FloatRange> operands) {
  return withFormat(width, [&](auto format) {
    return FloatOperations<decltype(format)>::evaluate(op, operands);
  });
}

bool project(unsigned width, FloatOp op, const FloatRange &result,
             std::span<FloatRange> operands, bool maxUlp) {
  return withFormat(width, [&](auto format) {
    return FloatOperations<decltype(format)>::project(op, result, operands,
                                                      maxUlp);
  });
}

bool restrictRelation(unsigned, uint32_t relations, FloatRange &a,
                      FloatRange &b) {
  FloatRange aLeft, bLeft;
  const auto allow = [&](const FloatRange &x, const FloatRange &y) {
    if (x.isEmpty() || y.isEmpty())
      return;
    aLeft = hull(aLeft, x);
    bLeft = hull(bLeft, y);
  };
  const FloatRange x{a.low, a.high}, y{b.low, b.high};
  if ((relations & COVERME_REL_UNORDERED) != 0) {
    if (a.nan)
      allow(onlyNan(), b);
    if (b.nan)
      allow(a, onlyNan());
  }
  if (x.hasNumbers() && y.hasNumbers()) {
    if ((relations & COVERME_REL_EQUAL) != 0)
      allow(intersect(x, withBothZeros(y)), intersect(y, withBothZeros(x)));
    if ((relations & COVERME_REL_LESS) != 0)
      allow(intersect(x, below(y)), intersect(y, above(x)));
    if ((relations & COVERME_REL_GREATER) != 0)
      allow(intersect(x, above(y)), intersect(y, below(x)));
  }
  a = aLeft;
  b = bLeft;
  return !a.isEmpty();
}

uint32_t possibleRelations(const FloatRange &a, const FloatRange &b) {
  uint32_t relations = 0;
  if ((a.nan && !b.isEmpty()) || (b.nan && !a.isEmpty()))
    relations |= COVERME_REL_UNORDERED;
  if (!a.hasNumbers() || !b.hasNumbers())
    return relations;
  if (intersect(withBothZeros(a), withBothZeros(b)).hasNumbers())
    relations |= COVERME_REL_EQUAL;
  if (intersect(a, below(b)).hasNumbers())
    relations |= COVERME_REL_LESS;
  if (intersect(a, above(b)).hasNumbers())
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

bool projectConvertFloat(unsigned fromWidth, unsigned toWidth,
                         const FloatRange &result, FloatRange &operand) {
  return withFormat(fromWidth, [&](auto from) {
    return withFormat(toWidth, [&](auto to) {
      return projectConvertFloat<decltype(from), decltype(to)>(result, operand);
    });
  });
}

FloatRange fromSigned(unsigned width, int64_t low, int64_t high) {
  assert(low <= high);
  return withFormat(width, [&](auto format) {
    return fromInteger<decltype(format)>(low, high);
  });
}

FloatRange fromUnsigned(unsigned width, uint64_t low, uint64_t high) {
  assert(low <= high);
  return withFormat(width, [&](auto format) {
    return fromInteger<decltype(format)>(low, high);
  });
}

bool projectFromSigned(unsigned width, const FloatRange &result, int64_t &low,
                       int64_t &high) {
  return withFormat(width, [&](auto format) {
    return projectFromInteger<decltype(format)>(result, low, high);
  });
}

bool projectFromUnsigned(unsigned width, const FloatRange &result,
                         uint64_t &low, uint64_t &high) {
  return withFormat(width, [&](auto format) {
    return projectFromInteger<decltype(format)>(result, low, high);
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

bool projectToSigned(unsigned width, unsigned bits, SignedInterval result,
                     FloatRange &operand) {
  return withFormat(width, [&](auto format) {
    return projectToInteger<decltype(format)>(result, bits, operand);
  });
}

bool projectToUnsigned(unsigned width, unsigned bits, UnsignedInterval result,
                       FloatRange &operand) {
  return withFormat(width, [&](auto format) {
    return projectToInteger<decltype(format)>(result, bits, operand);
  });
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of integers: an interval that may wrap around, together with the bits
// that all members agree on. The arithmetic is LLVM's ConstantRange and
// KnownBits; what they lose of libm's word puns is done here.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_INTRANGE_H
#define COVERME_DRIVER_PROVE_INTERVAL_INTRANGE_H

#include "ir/Code.h"

#include <cstdint>
#include <optional>

namespace coverme {

// From low upwards to high, both inclusive, modulo 2^width; low > high wraps
// around, and all integers are 0 to 2^width - 1. Of a set bit in `zeros`
// (`ones`) each member has a 0 (1). Never empty.
struct IntRange {
  uint64_t low = 0, high = 0;
  uint64_t zeros = 0, ones = 0;

  bool isSingle() const { return low == high; }
  bool operator==(const IntRange &) const = default;
};

constexpr uint64_t maskOf(unsigned width) {
  return width >= 64 ? UINT64_MAX : (uint64_t{1} << width) - 1;
}

IntRange allInts(unsigned width);
IntRange singleInt(unsigned width, uint64_t value);
// From low upwards to high, modulo 2^width.
IntRange intsBetween(unsigned width, uint64_t low, uint64_t high);

uint64_t unsignedMin(unsigned width, const IntRange &range);
uint64_t unsignedMax(unsigned width, const IntRange &range);
int64_t signedMin(unsigned width, const IntRange &range);
int64_t signedMax(unsigned width, const IntRange &range);
bool contains(unsigned width, const IntRange &range, uint64_t value);

IntRange hull(unsigned width, const IntRange &a, const IntRange &b);
// None if no integer is in both.
std::optional<IntRange> intersect(unsigned width, const IntRange &a,
                                  const IntRange &b);
// What stays of `range` under `bound`'s set of relations to some member of the
// other: x R y. None if nothing does.
std::optional<IntRange> restrictedBy(unsigned width, bool isSigned,
                                     uint32_t relations, const IntRange &range,
                                     const IntRange &other);
// The COVERME_REL_* relations that can hold.
uint32_t possibleRelations(unsigned width, bool isSigned, const IntRange &a,
                           const IntRange &b);

// Forwards: Add to Xor of Code.
IntRange evaluate(code::Op op, unsigned width, const IntRange &a,
                  const IntRange &b);
// Trunc, ZExt, SExt.
IntRange convertInt(code::Op op, unsigned from, unsigned to,
                    const IntRange &operand);

// Backwards: narrows the operands to those that can give a member of `result`;
// false if there are none.
bool project(code::Op op, unsigned width, const IntRange &result, IntRange &a,
             IntRange &b);
bool projectConvertInt(code::Op op, unsigned from, unsigned to,
                       const IntRange &result, IntRange &operand);

} // namespace coverme

#endif

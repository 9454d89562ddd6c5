// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of floating-point values: an interval of numbers, and perhaps NaN.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_FLOATRANGE_H
#define COVERME_DRIVER_PROVE_INTERVAL_FLOATRANGE_H

#include <algorithm>
#include <cstdint>

namespace coverme {

// All numbers (infinities included) between two ordinals, both inclusive, and
// perhaps NaN, of any sign and payload. Ordinals are InputSpace's of
// floats: -0 is -1, +0 is 0, and negation is the complement. Those beyond the
// infinities are NaNs there; a range never goes so far.
struct FloatRange {
  int64_t low = 1, high = 0; // low > high: no numbers
  bool nan = false;

  bool hasNumbers() const { return low <= high; }
  bool isEmpty() const { return !hasNumbers() && !nan; }
  bool contains(int64_t ordinal) const {
    return low <= ordinal && ordinal <= high;
  }
  bool operator==(const FloatRange &other) const {
    return nan == other.nan && ((low == other.low && high == other.high) ||
                                (!hasNumbers() && !other.hasNumbers()));
  }
};

constexpr FloatRange singleFloat(int64_t ordinal) {
  return {ordinal, ordinal, false};
}

constexpr FloatRange onlyNan() { return {1, 0, true}; }

// The least range that holds both.
inline FloatRange hull(const FloatRange &a, const FloatRange &b) {
  const bool nan = a.nan || b.nan;
  if (!a.hasNumbers())
    return {b.low, b.high, nan};
  if (!b.hasNumbers())
    return {a.low, a.high, nan};
  return {std::min(a.low, b.low), std::max(a.high, b.high), nan};
}

inline FloatRange intersect(const FloatRange &a, const FloatRange &b) {
  if (!a.hasNumbers() || !b.hasNumbers())
    return {1, 0, a.nan && b.nan};
  return {std::max(a.low, b.low), std::min(a.high, b.high), a.nan && b.nan};
}

inline FloatRange negated(const FloatRange &range) {
  return {~range.high, ~range.low, range.nan};
}

// The ordinal of +inf in the format of `width` bits, 32 or 64.
constexpr int64_t infinityOrdinal(unsigned width) {
  return width == 32 ? 0x7f800000 : 0x7ff0000000000000;
}

// Every value, NaN included.
constexpr FloatRange allFloats(unsigned width) {
  return {~infinityOrdinal(width), infinityOrdinal(width), true};
}

} // namespace coverme

#endif

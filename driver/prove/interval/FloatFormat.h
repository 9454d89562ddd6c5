// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formats the arithmetic of ranges is a template over. One has
//   Value              the type to compute in, as wide as the format or wider;
//   kWidth             its bits;
//   kPrecision         those of the significand, with the implicit one;
//   kInfinity          the ordinal of +inf (see FloatRange);
//   ordinal, value     between numbers and ordinals; ordinal of no NaN;
//   rounded            to the format, nearest and ties to even;
//   fromInteger        the same for an integer, rounded once.
// An operation in the format is one in Value, then rounded. If Value is wider
// (the small formats of the tests) it must be so wide that this is exact.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_FLOATFORMAT_H
#define COVERME_DRIVER_PROVE_INTERVAL_FLOATFORMAT_H

#include <bit>
#include <cstdint>
#include <limits>

namespace coverme {

// A format of the machine, of which a Bits is the signed integer as wide.
template <class Float, class Bits> struct NativeFormat {
  using Value = Float;
  static constexpr int kWidth = std::numeric_limits<Bits>::digits + 1;
  static constexpr int kPrecision = std::numeric_limits<Value>::digits;
  static constexpr int64_t kInfinity =
      std::bit_cast<Bits>(std::numeric_limits<Value>::infinity());

  static int64_t ordinal(Value value) {
    return flipped(std::bit_cast<Bits>(value));
  }
  static Value value(int64_t ordinal) {
    return std::bit_cast<Value>(flipped(static_cast<Bits>(ordinal)));
  }
  static Value rounded(double value) { return static_cast<Value>(value); }
  template <class Integer> static Value fromInteger(Integer integer) {
    return static_cast<Value>(integer);
  }

private:
  // Complements the magnitude of what is negative; its own inverse.
  static Bits flipped(Bits bits) {
    return bits >= 0 ? bits : bits ^ std::numeric_limits<Bits>::max();
  }
};

using Binary32 = NativeFormat<float, int32_t>;
using Binary64 = NativeFormat<double, int64_t>;

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats like those of IEEE 754 but with so few numbers that arithmetic on
// ranges can be compared with trying all of them.
#ifndef COVERME_TEST_UNIT_DRIVER_PROVE_INTERVAL_SMALLFLOAT_H
#define COVERME_TEST_UNIT_DRIVER_PROVE_INTERVAL_SMALLFLOAT_H

#include "prove/interval/FloatRange.h"
#include "support/Random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace coverme::test {

// A double holds any sum, product or Fma of such numbers exactly, and enough
// of a quotient or root that rounding it once more does no harm.
template <int exponentBits, int precision> struct SmallFloat {
  using Value = double;
  static constexpr int kWidth = exponentBits + precision;
  static constexpr int kPrecision = precision;
  static constexpr int64_t kBinade = int64_t{1} << (precision - 1);
  static constexpr int64_t kInfinity = ((1 << exponentBits) - 1) * kBinade;
  static constexpr int kLeastExponent = 2 - (1 << (exponentBits - 1));

  static int64_t ordinal(Value value) {
    const double magnitude = std::fabs(value);
    int64_t position = kInfinity;
    if (std::isfinite(value)) {
      const int exponent = exponentOf(magnitude);
      position = (exponent - kLeastExponent) * kBinade +
                 static_cast<int64_t>(magnitude / ulpAt(exponent));
    }
    return std::signbit(value) ? ~position : position;
  }

  static Value value(int64_t ordinal) {
    const int64_t position = ordinal >= 0 ? ordinal : ~ordinal;
    const double magnitude = kMagnitudes[static_cast<size_t>(position)];
    return ordinal >= 0 ? magnitude : -magnitude;
  }

  static Value rounded(double value) {
    if (value == 0 || !std::isfinite(value))
      return value;
    // A sum this large has its last bit where the format has it.
    const double large = ulpAt(exponentOf(std::fabs(value))) * 0x1.8p52;
    const double magnitude = std::fabs(value) + large - large;
    constexpr double kBeyond = 2 * powerOfTwo(1 - kLeastExponent);
    return std::copysign(magnitude < kBeyond ? magnitude : HUGE_VAL, value);
  }

  template <class Integer> static Value fromInteger(Integer integer) {
    return rounded(static_cast<double>(integer));
  }

private:
  static constexpr double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<int64_t>(exponent + 1023) << 52);
  }
  static int exponentOf(double magnitude) {
    return std::max(static_cast<int>(std::bit_cast<int64_t>(magnitude) >> 52) -
                        1023,
                    kLeastExponent);
  }
  static constexpr double ulpAt(int exponent) {
    return powerOfTwo(exponent - (precision - 1));
  }

  static constexpr std::array<double, kInfinity + 1> kMagnitudes = [] {
    std::array<double, kInfinity + 1> values{};
    for (int64_t i = 0; i < kInfinity; ++i) {
      const int64_t binade = std::max<int64_t>(i / kBinade, 1);
      values[static_cast<size_t>(i)] =
          static_cast<double>(i - (binade - 1) * kBinade) *
          ulpAt(kLeastExponent + static_cast<int>(binade) - 1);
    }
    values[kInfinity] = HUGE_VAL;
    return values;
  }();
};

// All ranges of numbers between two ordinals, without NaN.
inline std::vector<FloatRange> rangesWithin(int64_t low, int64_t high) {
  std::vector<FloatRange> ranges;
  for (int64_t first = low; first <= high; ++first)
    for (int64_t last = first; last <= high; ++last)
      ranges.push_back({first, last});
  return ranges;
}

// Ranges of numbers of a format: each fourth one of a single number, others
// with an end at an infinity or a zero more often than by chance.
template <class Format> FloatRange randomNumbers(Random &random) {
  const auto ordinal = [&]() -> int64_t {
    constexpr int64_t kSpecial[] = {~Format::kInfinity, -1, 0,
                                    Format::kInfinity};
    if (random.below(4) == 0)
      return kSpecial[random.below(4)];
    return static_cast<int64_t>(random.below(2 * Format::kInfinity + 2)) +
           ~Format::kInfinity;
  };
  const int64_t a = ordinal(), b = random.below(4) == 0 ? a : ordinal();
  return {std::min(a, b), std::max(a, b)};
}

} // namespace coverme::test

#endif

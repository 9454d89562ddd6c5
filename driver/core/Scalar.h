// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that inputs and results consist of, as bits in 64-bit slots.
#ifndef COVERME_DRIVER_CORE_SCALAR_H
#define COVERME_DRIVER_CORE_SCALAR_H

#include "coverme/abi.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace coverme {

enum class ScalarKind : uint8_t {
#define COVERME_SCALAR_KIND(Name, Code, Text) Name = Code,
#include "coverme/abi.def"
  Exponent = 16, // ours: sign and exponent of a long double
};

// Its value is held in a slot: the IEEE bits of a float, the zero-extended bits
// of an integer. Larger numbers are several scalars (core/InputPlan.h).
struct Scalar {
  ScalarKind kind = ScalarKind::Unsupported;
  unsigned width = 0;                // in bits
  std::vector<uint64_t> enumerators; // slots; empty unless an enum
  bool takesOthers = false;          // an enum that may also have other values

  bool isFloat() const { return kind == ScalarKind::Float; }
  bool operator==(const Scalar &) const = default;
};

// The bits of `value` that a scalar of this width keeps.
constexpr uint64_t truncateToWidth(uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((uint64_t{1} << width) - 1);
}

// The layout of a binary float of 16, 32 or 64 bits.
struct FloatLayout {
  explicit constexpr FloatLayout(unsigned width)
      : width(width), mantissaBits(width == 64   ? 52
                                   : width == 32 ? 23
                                                 : 10) {}

  constexpr uint64_t sign() const { return uint64_t{1} << (width - 1); }
  constexpr uint64_t mantissaMask() const {
    return (uint64_t{1} << mantissaBits) - 1;
  }
  constexpr uint64_t infinity() const { return sign() - 1 - mantissaMask(); }
  constexpr uint64_t quietNan() const {
    return infinity() | (uint64_t{1} << (mantissaBits - 1));
  }
  constexpr bool isNan(uint64_t bits) const {
    return truncateToWidth(bits, width - 1) > infinity();
  }

  unsigned width;
  unsigned mantissaBits;
};

// The float of these bits; exact.
inline double floatValue(unsigned width, uint64_t bits) {
  switch (width) {
  case 64:
    return std::bit_cast<double>(bits);
  case 32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  default:
    return std::bit_cast<_Float16>(static_cast<uint16_t>(bits));
  }
}

// The bits of the float of this width that is nearest to `value`.
inline uint64_t floatBits(unsigned width, double value) {
  switch (width) {
  case 64:
    return std::bit_cast<uint64_t>(value);
  case 32:
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  default:
    return std::bit_cast<uint16_t>(static_cast<_Float16>(value));
  }
}

} // namespace coverme

#endif

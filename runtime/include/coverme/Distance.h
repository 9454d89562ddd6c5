// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branch distances: how far two operands are from a comparison's being true.
// Pure arithmetic, no state.
//
// A comparison is a set of relations (COVERME_REL_*). Its distance is zero
// exactly when the operands stand in one of them, else the least distance to
// any of them:
//
//   to        ULP (default; XSat, CAV'16)      squared (PLDI'17, Sec. 4.1)
//   equal     |ord(a) - ord(b)|                (a-b)^2
//   less      |ord(a) - ord(b)| + 1            (a-b)^2 + epsilon
//   greater   the same                         the same
//   not equal 1                                1
//   NaN       ordinals up to the first NaN     plateau
//
// Absolute is squared without the square. Where an operand is NaN and the
// comparison wants an ordered relation, no direction is known: the distance is
// the plateau, the largest rank of its mode.
#ifndef COVERME_DISTANCE_H
#define COVERME_DISTANCE_H

#include "coverme/runtime.h"

#include <bit>
#include <cfloat>
#include <cstring>
#include <limits>
#include <type_traits>

namespace coverme {

using Rank = coverme_rank;

// The order-preserving map from a float to an integer in which neighbours
// differ by one. -0 and +0 share ordinal 0, as they compare equal. NaNs map
// beyond the infinities, by payload.
constexpr int64_t ordinal(double value) {
  const auto bits = std::bit_cast<int64_t>(value);
  return bits >= 0 ? bits : -(bits & INT64_MAX);
}

constexpr int64_t ordinal(float value) {
  const auto bits = std::bit_cast<int32_t>(value);
  return bits >= 0 ? bits : -int64_t{bits & INT32_MAX};
}

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// The x87 format spends a bit on the integer part that the exponent implies;
// without it the ordinals have no gaps.
inline Int128 ordinal(long double value) {
  uint64_t significand;
  uint16_t head;
  std::memcpy(&significand, &value, sizeof significand);
  std::memcpy(&head, reinterpret_cast<const char *>(&value) + 8, sizeof head);
  const int exponent = head & 0x7fff;
  // A pseudo-denormal has the integer bit but exponent zero; it equals the
  // normal number of exponent one.
  if (exponent != 0)
    significand &= INT64_MAX;
  const Int128 magnitude =
      (Int128{exponent} << 63) + static_cast<Int128>(significand);
  return head & 0x8000 ? -magnitude : magnitude;
}

// |a - b|, exact.
constexpr Rank ordinalGap(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

// Exact below 2^63, then in steps of 2^16, so that 2^79 values fit a rank.
inline Rank ordinalGap(Int128 a, Int128 b) {
  const Uint128 gap = a < b ? static_cast<Uint128>(b) - static_cast<Uint128>(a)
                            : static_cast<Uint128>(a) - static_cast<Uint128>(b);
  constexpr Uint128 kExact = Uint128{1} << 63;
  return static_cast<Rank>(gap < kExact ? gap
                                        : kExact + ((gap - kExact) >> 16));
}

constexpr Rank saturatingIncrement(Rank rank) {
  return rank == std::numeric_limits<Rank>::max() ? rank : rank + 1;
}

// The rank of a non-negative double: its bits order like its values.
constexpr Rank rankOfDouble(double distance) {
  return std::bit_cast<Rank>(distance);
}

// A rank as the number that a numeric optimiser sees, finite always.
inline double rankToDouble(Rank rank, uint32_t mode) {
  if (mode == COVERME_DISTANCE_ULP)
    return static_cast<double>(rank);
  const auto value = std::bit_cast<double>(rank);
  return value < DBL_MAX ? value : DBL_MAX;
}

// The rank of the distance one.
constexpr Rank unitRank(uint32_t mode) {
  return mode == COVERME_DISTANCE_ULP ? 1 : rankOfDouble(1.0);
}

// The largest rank of a mode: no direction is known.
constexpr Rank plateauRank(uint32_t mode) {
  return mode == COVERME_DISTANCE_ULP
             ? std::numeric_limits<Rank>::max()
             : rankOfDouble(std::numeric_limits<double>::infinity());
}

// Which of the four relations a and b stand in, as a COVERME_REL_* bit.
template <class T> constexpr uint32_t relation(T a, T b) {
  if (a < b)
    return COVERME_REL_LESS;
  if (a > b)
    return COVERME_REL_GREATER;
  return a == b ? COVERME_REL_EQUAL : COVERME_REL_UNORDERED;
}

namespace detail {

template <class T> Rank ulpGap(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return ordinalGap(ordinal(a), ordinal(b));
  else
    return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
                 : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

// Ordinals from the larger magnitude up to the first NaN.
template <class T> Rank ulpToNan(T a, T b) {
  const T magnitudeA = a < 0 ? -a : a;
  const T magnitudeB = b < 0 ? -b : b;
  const T larger = magnitudeA < magnitudeB ? magnitudeB : magnitudeA;
  return saturatingIncrement(
      ulpGap(std::numeric_limits<T>::infinity(), larger));
}

template <class T> double realGap(T a, T b, uint32_t mode) {
  double gap;
  if constexpr (std::is_floating_point_v<T>) {
    // Exact for floats; long doubles may be beyond all doubles.
    using Wide = std::common_type_t<T, double>;
    gap = static_cast<double>(static_cast<Wide>(a) - static_cast<Wide>(b));
    // Zero also for -0 and for inf - inf.
    gap = gap < 0 ? -gap : gap > 0 ? gap : 0;
  } else {
    gap = static_cast<double>(ulpGap(a, b));
  }
  return mode == COVERME_DISTANCE_SQUARED ? gap * gap : gap;
}

} // namespace detail

// The distance from `a op b` being true, as a rank in the given
// coverme_distance_mode. Zero exactly when it is true: where the squared mode
// underflows to zero (PLDI'17, app. D), the smallest rank stands instead.
template <class T> Rank distance(uint32_t op, T a, T b, uint32_t mode) {
  const uint32_t now = relation(a, b);
  if (op & now)
    return 0;
  if (now == COVERME_REL_UNORDERED)
    return plateauRank(mode);
  constexpr uint32_t kUnequal = COVERME_REL_LESS | COVERME_REL_GREATER;
  const bool wantsOrdered = (op & ~COVERME_REL_UNORDERED) != 0;
  if (mode == COVERME_DISTANCE_ULP) {
    Rank best = plateauRank(mode);
    if (wantsOrdered) {
      const Rank gap = detail::ulpGap(a, b);
      best = op & COVERME_REL_EQUAL ? gap : saturatingIncrement(gap);
    }
    if constexpr (std::is_floating_point_v<T>)
      if (op & COVERME_REL_UNORDERED) {
        const Rank toNan = detail::ulpToNan(a, b);
        best = toNan < best ? toNan : best;
      }
    return best;
  }
  if (!wantsOrdered)
    return plateauRank(mode);
  if (now == COVERME_REL_EQUAL && (op & kUnequal) == kUnequal)
    return unitRank(mode);
  // The paper's epsilon for strict comparisons only has to keep the distance
  // from zero where the operands are equal; the smallest rank does.
  const Rank rank = rankOfDouble(detail::realGap(a, b, mode));
  return rank == 0 ? 1 : rank;
}

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filtering by maximum ULP: what the result of an operation alone tells about
// an operand, whatever the other one is. The idea is Marre & Michel's
// (Improving the floating point addition and subtraction constraints, CP 2010);
// Bagnara, Carlier, Gori and Gotlieb correct it and extend it to products and
// quotients (Exploiting binary floating-point representations for constraint
// propagation, INFORMS Journal on Computing 2016).
// Here are sums and differences only: of products and quotients it tells what
// the least or the greatest number allows as the other operand, and `project`
// finds that by itself.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_MAXULP_H
#define COVERME_DRIVER_PROVE_INTERVAL_MAXULP_H

#include "prove/interval/FloatArithmetic.h"
#include "prove/interval/FloatFormat.h"

#include <bit>
#include <cassert>
#include <cmath>

namespace coverme {

// The granule of a number is the greatest power of two it is a multiple of.
// This is the greatest granule of the numbers between two ordinals.
// require: 0 < low <= high < Format::kInfinity.
template <class Format>
typename Format::Value greatestGranule(int64_t low, int64_t high) {
  assert(0 < low && low <= high && high < Format::kInfinity);
  constexpr int64_t kBinade = int64_t{1} << (Format::kPrecision - 1);
  // The greatest power of two has it, if there is one among normal numbers.
  const int64_t power = high / kBinade * kBinade;
  if (power >= low && power > 0)
    return Format::value(power);
  // All numbers are of one binade, or subnormal: the multiples of one ulp. The
  // roundest has the leading bits that all ordinals share, one more, and zeros.
  const auto changing =
      std::bit_floor(static_cast<uint64_t>((low - 1) ^ high)) - 1;
  const int64_t roundest = high & ~static_cast<int64_t>(changing);
  return std::ldexp(Format::value(roundest) - Format::value(roundest - 1),
                    std::countr_zero(static_cast<uint64_t>(roundest)));
}

// The numbers that operand 0 or 1 of a sum or a difference can be if the result
// is a number of the range. All numbers if the range holds a zero, since x - x
// is one for each x, or an infinity.
//
// Let x + y give z > 0, g be the granule of z and p the precision. Let v
// be the one of x and y with the smaller granule h, and w the other one.
// - If the sum is exact, h <= g, since z is a multiple of h.
// - If not, the exact sum is an odd multiple, more than 2^p times, of a granule
//   of at least h. Rounding at least doubles it, so 2h <= g.
// Either way |v|, p bits above h, is at most M = (2^p - 1) * g. And w is z - v
// up to the rounding, at most g / 2 where h <= g / 2: w is in [-M, z + M]. So
// both are, and rounding z + M to nearest keeps all numbers below it. M is
// largest for the greatest granule of the range. z < 0 is the mirror image.
//
// require: op is Add or Sub.
template <class Format>
FloatRange maxUlpOperand(FloatOp op, size_t operand, const FloatRange &result) {
  assert(op == FloatOp::Add || op == FloatOp::Sub);
  constexpr int64_t kInfinity = Format::kInfinity;
  const bool isNegative = result.low < 0;
  const FloatRange z = isNegative ? negated(result) : result;
  if (z.low <= 0 || z.high >= kInfinity || !z.hasNumbers())
    return {~kInfinity, kInfinity};
  using Value = typename Format::Value;
  constexpr auto kUnits =
      static_cast<Value>((int64_t{1} << Format::kPrecision) - 1);
  const Value against =
      Format::rounded(kUnits * greatestGranule<Format>(z.low, z.high));
  const Value along = Format::rounded(Format::value(z.high) + against);
  // An operand of a finite sum is finite.
  const FloatRange bounds{~std::min(Format::ordinal(against), kInfinity - 1),
                          std::min(Format::ordinal(along), kInfinity - 1)};
  const bool isSubtrahend = op == FloatOp::Sub && operand == 1;
  return isNegative != isSubtrahend ? negated(bounds) : bounds;
}

} // namespace coverme

#endif

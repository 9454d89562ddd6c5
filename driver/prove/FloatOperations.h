// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FloatArithmetic's operations as templates over the format (FloatFormat.h).
//
// Each operation is monotone in each operand once the signs of some are fixed,
// in the order of ordinals, signed zeros included: an exact result grows with
// its operand, rounding keeps order, and where a zero's sign depends on more
// than the exact value (sums) it follows the order as well. So ranges are cut
// by sign into parts, and on a part the extremes are at corners. Corners that
// are NaN (inf - inf, 0 * inf, 0 / 0, inf / inf) are holes: each has an
// infinity or a zero at an end of a part, so there the extremes are among the
// corner's neighbours.
#ifndef COVERME_DRIVER_PROVE_FLOATOPERATIONS_H
#define COVERME_DRIVER_PROVE_FLOATOPERATIONS_H

#include "prove/FloatArithmetic.h"
#include "prove/FloatFormat.h"

#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace coverme {

// The part of a range with the sign, without NaN.
inline FloatRange partOfSign(const FloatRange &range, bool isNegative) {
  return isNegative ? FloatRange{range.low, std::min<int64_t>(range.high, -1)}
                    : FloatRange{std::max<int64_t>(range.low, 0), range.high};
}

inline FloatRange negated(const FloatRange &range) {
  return {~range.high, ~range.low, range.nan};
}

inline bool hasZero(const FloatRange &range) {
  return range.contains(-1) || range.contains(0);
}

// The range with the other zero, if it has one.
inline FloatRange withBothZeros(FloatRange range) {
  if (range.hasNumbers() && range.low == 0)
    range.low = -1;
  if (range.hasNumbers() && range.high == -1)
    range.high = 0;
  return range;
}

template <class Format> class FloatOperations {
public:
  static FloatRange evaluate(FloatOp op, std::span<const FloatRange> operands) {
    for (const FloatRange &operand : operands)
      if (operand.isEmpty())
        return {};
    switch (op) {
    case FloatOp::Rem:
      return remainder(operands[0], operands[1]);
    case FloatOp::Min:
      return minimum(operands[0], operands[1]);
    case FloatOp::Max:
      return negated(minimum(negated(operands[0]), negated(operands[1])));
    case FloatOp::CopySign:
      return copySign(operands[0], operands[1]);
    default:
      break;
    }
    FloatRange result{1, 0, canGiveNan(op, operands)};
    forEachPart(op, operands, [&](const Parts &parts) {
      result = hull(result, image(op, parts));
    });
    return result;
  }

private:
  using Value = typename Format::Value;
  static constexpr int64_t kInfinity = Format::kInfinity;
  static constexpr size_t kMaxOperands = 3;
  // The operands of an operation, cut by sign; those beyond its number are
  // ignored.
  using Parts = std::array<FloatRange, kMaxOperands>;
  using Point = std::array<int64_t, kMaxOperands>;

  // The result's ordinal, or none for NaN.
  static std::optional<int64_t> apply(FloatOp op, const Point &point) {
    const Value result = Format::rounded(compute(op, point));
    if (result != result)
      return std::nullopt;
    return Format::ordinal(result);
  }

  static Value compute(FloatOp op, const Point &point) {
    const Value x = Format::value(point[0]);
    const auto y = [&] { return Format::value(point[1]); };
    switch (op) {
    case FloatOp::Neg:
      return -x;
    case FloatOp::Abs:
      return std::fabs(x);
    case FloatOp::Sqrt:
      return std::sqrt(x);
    case FloatOp::Floor:
      return std::floor(x);
    case FloatOp::Ceil:
      return std::ceil(x);
    case FloatOp::Trunc:
      return std::trunc(x);
    case FloatOp::RoundEven:
      return std::nearbyint(x); // the host rounds to nearest
    case FloatOp::RoundAway:
      return std::round(x);
    case FloatOp::Add:
      return x + y();
    case FloatOp::Sub:
      return x - y();
    case FloatOp::Mul:
      return x * y();
    case FloatOp::Div:
      return x / y();
    case FloatOp::Rem:
      return std::fmod(x, y());
    case FloatOp::Min:
      return point[0] <= point[1] ? x : y();
    case FloatOp::Max:
      return point[0] <= point[1] ? y() : x;
    case FloatOp::CopySign:
      return std::copysign(x, y());
    case FloatOp::Fma:
      return std::fma(x, y(), Format::value(point[2]));
    }
    __builtin_unreachable();
  }

  // Does it depend on the operand's sign in which direction the result moves?
  static bool isCutBySign(FloatOp op, size_t operand) {
    switch (op) {
    case FloatOp::Abs:
    case FloatOp::Mul:
    case FloatOp::Div:
      return true;
    case FloatOp::Fma:
      return operand < 2;
    default:
      return false;
    }
  }

  // Does the result grow with the operand, on the part?
  static bool isIncreasing(FloatOp op, size_t operand, const Parts &parts) {
    switch (op) {
    case FloatOp::Neg:
      return false;
    case FloatOp::Abs:
      return parts[0].low >= 0;
    case FloatOp::Sub:
      return operand == 0;
    case FloatOp::Mul:
      return parts[1 - operand].low >= 0;
    case FloatOp::Div:
      return operand == 0 ? parts[1].low >= 0 : parts[0].low < 0;
    case FloatOp::Fma:
      return operand == 2 || parts[1 - operand].low >= 0;
    default:
      return true;
    }
  }

  // Calls `visit` with each combination of the operands' parts.
  template <class Visit>
  static void forEachPart(FloatOp op, std::span<const FloatRange> operands,
                          const Visit &visit) {
    Parts parts;
    const auto choose = [&](const auto &self, size_t i) -> void {
      if (i == operands.size())
        return visit(static_cast<const Parts &>(parts));
      if (!isCutBySign(op, i)) {
        parts[i] = {operands[i].low, operands[i].high};
        if (parts[i].hasNumbers())
          self(self, i + 1);
        return;
      }
      for (const bool isNegative : {true, false}) {
        parts[i] = partOfSign(operands[i], isNegative);
        if (parts[i].hasNumbers())
          self(self, i + 1);
      }
    };
    choose(choose, 0);
  }

  // The least or the greatest number the operation gives on the parts, if it
  // gives one at all.
  static std::optional<int64_t> extreme(FloatOp op, const Parts &parts,
                                        bool greatest) {
    const size_t count = operandCount(op);
    Point corner{}, inside{};
    for (size_t i = 0; i < count; ++i) {
      const auto &[low, high, nan] = parts[i];
      const bool atHigh = isIncreasing(op, i, parts) == greatest;
      corner[i] = atHigh ? high : low;
      inside[i] = atHigh ? std::max(high - 1, low) : std::min(low + 1, high);
    }
    std::optional<int64_t> best = apply(op, corner);
    if (best)
      return best;
    for (unsigned moved = 1; moved < 1u << count; ++moved) {
      Point point = corner;
      for (size_t i = 0; i < count; ++i)
        if ((moved >> i & 1) != 0)
          point[i] = inside[i];
      const std::optional<int64_t> result = apply(op, point);
      if (result && (!best || (*result > *best) == greatest))
        best = result;
    }
    return best;
  }

  // The numbers the operation gives on the parts.
  static FloatRange image(FloatOp op, const Parts &parts) {
    const std::optional<int64_t> low = extreme(op, parts, false);
    if (!low)
      return {};
    return {*low, *extreme(op, parts, true)};
  }

  static bool hasInfinity(const FloatRange &range) {
    return range.contains(kInfinity) || range.contains(~kInfinity);
  }

  // Is there a number of the one and a number of the other that add up to no
  // number?
  static bool haveOppositeInfinities(const FloatRange &a, const FloatRange &b) {
    return (a.contains(kInfinity) && b.contains(~kInfinity)) ||
           (a.contains(~kInfinity) && b.contains(kInfinity));
  }

  // The infinities among the products, exact as they are within Fma.
  static FloatRange infiniteProducts(const FloatRange &a, const FloatRange &b) {
    FloatRange infinities;
    for (const bool aIsNegative : {true, false})
      for (const bool bIsNegative : {true, false}) {
        const FloatRange x = partOfSign(a, aIsNegative);
        const FloatRange y = partOfSign(b, bIsNegative);
        const auto hasNonzero = [](const FloatRange &part) {
          return part.hasNumbers() && (part.low < -1 || part.high > 0);
        };
        if ((hasInfinity(x) && hasNonzero(y)) ||
            (hasInfinity(y) && hasNonzero(x)))
          infinities = hull(
              infinities,
              singleFloat(aIsNegative == bIsNegative ? kInfinity : ~kInfinity));
      }
    return infinities;
  }

  // For all operations but Min and Max.
  static bool canGiveNan(FloatOp op, std::span<const FloatRange> operands) {
    for (const FloatRange &operand : operands)
      if (operand.nan)
        return true;
    return canGiveNanOfNumbers(op, operands);
  }

  static bool canGiveNanOfNumbers(FloatOp op,
                                  std::span<const FloatRange> operands) {
    const FloatRange &x = operands[0];
    switch (op) {
    case FloatOp::Sqrt:
      return x.hasNumbers() && x.low < -1;
    case FloatOp::Add:
      return haveOppositeInfinities(x, operands[1]);
    case FloatOp::Sub:
      return haveOppositeInfinities(x, negated(operands[1]));
    case FloatOp::Mul:
      return (hasZero(x) && hasInfinity(operands[1])) ||
             (hasInfinity(x) && hasZero(operands[1]));
    case FloatOp::Div:
      return (hasZero(x) && hasZero(operands[1])) ||
             (hasInfinity(x) && hasInfinity(operands[1]));
    case FloatOp::Rem:
      return (x.hasNumbers() && hasZero(operands[1])) ||
             (hasInfinity(x) && operands[1].hasNumbers());
    case FloatOp::Fma:
      return operands[2].hasNumbers() &&
             (canGiveNanOfNumbers(FloatOp::Mul, operands.first(2)) ||
              haveOppositeInfinities(infiniteProducts(x, operands[1]),
                                     operands[2]));
    default:
      return false;
    }
  }

  // The magnitudes of the numbers.
  static FloatRange magnitudes(const FloatRange &range) {
    return hull(negated(partOfSign(range, true)), partOfSign(range, false));
  }

  // The remainder has the sign of x, is no greater than it, less than y, and x
  // itself if that is less than y.
  static FloatRange remainder(const FloatRange &x, const FloatRange &y) {
    const FloatRange operands[] = {x, y};
    FloatRange result{1, 0, canGiveNan(FloatOp::Rem, operands)};
    const FloatRange modulus =
        intersect(magnitudes(y), {1, kInfinity}); // only numbers of y count
    if (!modulus.hasNumbers())
      return result;
    for (const bool isNegative : {true, false}) {
      const FloatRange part = partOfSign(x, isNegative);
      const FloatRange magnitude =
          intersect(magnitudes(part), {0, kInfinity - 1});
      if (!magnitude.hasNumbers())
        continue;
      FloatRange numbers{0, std::min(magnitude.high, modulus.high - 1)};
      if (magnitude.high < modulus.low)
        numbers = magnitude;
      else if (magnitude.low == magnitude.high && modulus.low == modulus.high)
        numbers =
            singleFloat(*apply(FloatOp::Rem, {magnitude.low, modulus.low, 0}));
      result = hull(result, isNegative ? negated(numbers) : numbers);
    }
    return result;
  }

  static FloatRange minimum(const FloatRange &x, const FloatRange &y) {
    FloatRange result{1, 0, x.nan || y.nan};
    if (x.hasNumbers() && y.hasNumbers()) {
      result.low = std::min(x.low, y.low);
      result.high = std::min(x.high, y.high);
      // -0 is not the only answer if the other operand can be +0.
      if (result.high == -1 && (x.contains(0) || y.contains(0)))
        result.high = 0;
    }
    if (x.nan)
      result = hull(result, y);
    if (y.nan)
      result = hull(result, x);
    return result;
  }

  static FloatRange copySign(const FloatRange &x, const FloatRange &y) {
    const FloatRange magnitude = magnitudes(x);
    FloatRange result{1, 0, x.nan};
    if (y.nan || partOfSign(y, true).hasNumbers())
      result = hull(result, negated(magnitude));
    if (y.nan || partOfSign(y, false).hasNumbers())
      result = hull(result, magnitude);
    return result;
  }
};

// Between formats, and from integers: monotone, so the ends are enough.

template <class From, class To>
FloatRange convertFloat(const FloatRange &operand) {
  const auto convert = [](int64_t ordinal) {
    return To::ordinal(To::rounded(From::value(ordinal)));
  };
  if (!operand.hasNumbers())
    return operand;
  return {convert(operand.low), convert(operand.high), operand.nan};
}

template <class Format, class Integer>
FloatRange fromInteger(Integer low, Integer high) {
  return {Format::ordinal(Format::fromInteger(low)),
          Format::ordinal(Format::fromInteger(high))};
}

// Integer says which of the two conversions it is.
template <class Format, class Integer>
std::optional<IntegerInterval<Integer>> toInteger(const FloatRange &operand,
                                                  unsigned bits) {
  if (operand.nan || !operand.hasNumbers())
    return std::nullopt;
  constexpr bool isSigned = std::is_signed_v<Integer>;
  // Both exact: the least integer, and the least one that is too great.
  const double least =
      isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
  const double beyond =
      std::ldexp(1.0, static_cast<int>(bits) - (isSigned ? 1 : 0));
  const double low = std::trunc(Format::value(operand.low));
  const double high = std::trunc(Format::value(operand.high));
  if (low < least || high >= beyond)
    return std::nullopt;
  return IntegerInterval<Integer>{static_cast<Integer>(low),
                                  static_cast<Integer>(high)};
}

} // namespace coverme

#endif

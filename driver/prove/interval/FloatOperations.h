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
#ifndef COVERME_DRIVER_PROVE_INTERVAL_FLOATOPERATIONS_H
#define COVERME_DRIVER_PROVE_INTERVAL_FLOATOPERATIONS_H

#include "prove/interval/Bisection.h"
#include "prove/interval/FloatArithmetic.h"
#include "prove/interval/FloatFormat.h"
#include "prove/interval/MaxUlp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace coverme {

// The part of a range with the sign, without NaN.
inline FloatRange partOfSign(const FloatRange &range, bool isNegative) {
  return isNegative ? FloatRange{range.low, std::min<int64_t>(range.high, -1)}
                    : FloatRange{std::max<int64_t>(range.low, 0), range.high};
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

  static bool project(FloatOp op, const FloatRange &result,
                      std::span<FloatRange> operands, bool maxUlp) {
    switch (op) {
    case FloatOp::Min:
      return projectMinimum(result, operands[0], operands[1]);
    case FloatOp::Max: {
      FloatRange x = negated(operands[0]), y = negated(operands[1]);
      if (!projectMinimum(negated(result), x, y))
        return false;
      operands[0] = negated(x);
      operands[1] = negated(y);
      return true;
    }
    case FloatOp::CopySign:
      return projectCopySign(result, operands[0], operands[1]);
    default:
      break;
    }
    // The numbers that give numbers are followed apart from what gives NaN.
    Parts sources;
    std::copy(operands.begin(), operands.end(), sources.begin());
    const std::span<FloatRange> numbers(sources.data(), operands.size());
    if (maxUlp && (op == FloatOp::Add || op == FloatOp::Sub))
      for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] =
            intersect(numbers[i], maxUlpOperand<Format>(op, i, result));
    for (size_t i = 0; i < operands.size(); ++i) {
      FloatRange narrowed = numbers[i] = preimage(op, i, numbers, result);
      if (result.nan) {
        narrowed = hull(narrowed, causesOfNan(op, i, operands));
        narrowed.nan = operands[i].nan;
      }
      operands[i] = narrowed;
      if (narrowed.isEmpty())
        return false;
    }
    return true;
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
    case FloatOp::Square:
      return x * x;
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
    case FloatOp::Square:
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
    case FloatOp::Square:
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
        if (op == FloatOp::Sqrt) // no other numbers have a root
          parts[i].low = std::max<int64_t>(parts[i].low, -1);
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

  // The numbers of an operand that can give a NaN, by themselves or beside a
  // NaN. Of Rem and Fma these can be more than do.
  static FloatRange causesOfNan(FloatOp op, size_t operand,
                                std::span<const FloatRange> operands) {
    const FloatRange numbers{operands[operand].low, operands[operand].high};
    for (size_t i = 0; i < operands.size(); ++i)
      if (i != operand && operands[i].nan)
        return numbers;
    if (!canGiveNanOfNumbers(op, operands))
      return {};
    switch (op) {
    case FloatOp::Sqrt:
      return {numbers.low, std::min<int64_t>(numbers.high, -2)};
    case FloatOp::Rem:
    case FloatOp::Fma:
      return numbers;
    default:
      break;
    }
    FloatRange causes;
    std::array<FloatRange, 2> attempt{operands[0], operands[1]};
    for (const int64_t special :
         {~kInfinity, int64_t{-1}, int64_t{0}, kInfinity}) {
      attempt[operand] = singleFloat(special);
      if (numbers.contains(special) && canGiveNanOfNumbers(op, attempt))
        causes = hull(causes, attempt[operand]);
    }
    return causes;
  }

  // The numbers of an operand that can give a number of the result with numbers
  // of the others.
  static FloatRange preimage(FloatOp op, size_t operand,
                             std::span<const FloatRange> operands,
                             const FloatRange &result) {
    if (!result.hasNumbers())
      return {};
    if (op == FloatOp::Rem)
      return preimageOfRemainder(operand, operands[0], operands[1], result);
    FloatRange numbers;
    forEachPart(op, operands, [&](Parts parts) {
      if (trimEnds(op, parts, result))
        numbers = hull(numbers, preimageInPart(op, operand, parts, result));
    });
    return numbers;
  }

  // Takes from the ends of the parts the infinities and zeros that give no
  // number of the result. A zero factor, for one, keeps products small
  // whatever the other is, so it would hide that all other factors are too
  // great. False if nothing is left.
  static bool trimEnds(FloatOp op, Parts &parts, const FloatRange &result) {
    const auto isUseless = [&](size_t i, int64_t end) {
      if (end != -1 && end != 0 && end != kInfinity && end != ~kInfinity)
        return false;
      Parts atEnd = parts;
      atEnd[i] = singleFloat(end);
      return !intersect(image(op, atEnd), result).hasNumbers();
    };
    for (size_t i = 0; i < operandCount(op); ++i) {
      FloatRange &part = parts[i];
      if (isUseless(i, part.low))
        ++part.low;
      if (part.hasNumbers() && isUseless(i, part.high))
        --part.high;
      if (!part.hasNumbers())
        return false;
    }
    return true;
  }

  // On parts the extremes of the result move with the operand one way, so the
  // numbers for which the greatest is not too small and those for which the
  // least is not too great are intervals.
  static FloatRange preimageInPart(FloatOp op, size_t operand, Parts parts,
                                   const FloatRange &result) {
    const FloatRange part = parts[operand];
    const auto extremeAt = [&](int64_t ordinal, bool greatest) {
      parts[operand] = singleFloat(ordinal);
      return extreme(op, parts, greatest);
    };
    const auto reaches = [&](int64_t ordinal) {
      const std::optional<int64_t> greatest = extremeAt(ordinal, true);
      return greatest && *greatest >= result.low;
    };
    const auto staysBelow = [&](int64_t ordinal) {
      const std::optional<int64_t> least = extremeAt(ordinal, false);
      return least && *least <= result.high;
    };
    const bool isUp = isIncreasing(op, operand, parts);
    const std::optional<int64_t> low =
        isUp ? leastWhere(part.low, part.high, reaches)
             : leastWhere(part.low, part.high, staysBelow);
    const std::optional<int64_t> high =
        isUp ? greatestWhere(part.low, part.high, staysBelow)
             : greatestWhere(part.low, part.high, reaches);
    return low && high ? FloatRange{*low, *high} : FloatRange{};
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
    const FloatRange modulus = intersect(magnitudes(y), {1, kInfinity});
    if (!modulus.hasNumbers())
      return result;
    for (const bool isNegative : {true, false}) {
      const FloatRange magnitude =
          intersect(magnitudes(partOfSign(x, isNegative)), {0, kInfinity - 1});
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

  static FloatRange preimageOfRemainder(size_t operand, const FloatRange &x,
                                        const FloatRange &y,
                                        const FloatRange &result) {
    FloatRange numbers;
    for (const bool isNegative : {true, false}) {
      const FloatRange remainder = magnitudes(partOfSign(result, isNegative));
      FloatRange dividend = intersect(magnitudes(partOfSign(x, isNegative)),
                                      {remainder.low, kInfinity - 1});
      FloatRange modulus =
          intersect(magnitudes(y), {remainder.low + 1, kInfinity});
      if (!remainder.hasNumbers() || !dividend.hasNumbers())
        continue;
      // What exceeds all remainders is not its own.
      if (dividend.low > remainder.high)
        modulus.high = std::min(modulus.high, dividend.high);
      if (!modulus.hasNumbers())
        continue;
      if (dividend.high < modulus.low)
        dividend.high = std::min(dividend.high, remainder.high);
      else if (dividend.low > remainder.high)
        dividend.low = std::max(dividend.low, modulus.low);
      if (!dividend.hasNumbers())
        continue;
      if (operand == 0)
        numbers = hull(numbers, isNegative ? negated(dividend) : dividend);
      else
        numbers = hull(numbers, hull(intersect(y, negated(modulus)),
                                     intersect(y, modulus)));
    }
    return {numbers.low, numbers.high};
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

  static bool projectMinimum(const FloatRange &result, FloatRange &x,
                             FloatRange &y) {
    // Of two zeros the result is either.
    const FloatRange numbers = withBothZeros(result);
    FloatRange a = intersect(x, {numbers.low, kInfinity});
    FloatRange b = intersect(y, {numbers.low, kInfinity});
    // One of them is the result.
    if (a.low > numbers.high)
      b.high = std::min(b.high, numbers.high);
    if (b.low > numbers.high)
      a.high = std::min(a.high, numbers.high);
    if (!numbers.hasNumbers() || !a.hasNumbers() || !b.hasNumbers())
      a = b = {};
    // A NaN leaves the result to the other, or to chance.
    const auto alone = [&](const FloatRange &other) {
      return result.nan ? other : intersect(other, {result.low, result.high});
    };
    const FloatRange xAlone = alone(x), yAlone = alone(y);
    const bool both = x.nan && y.nan && result.nan;
    if (x.nan && yAlone.hasNumbers())
      b = hull(b, {yAlone.low, yAlone.high});
    if (y.nan && xAlone.hasNumbers())
      a = hull(a, {xAlone.low, xAlone.high});
    a.nan = both || (x.nan && yAlone.hasNumbers());
    b.nan = both || (y.nan && xAlone.hasNumbers());
    x = a;
    y = b;
    return !a.isEmpty() && !b.isEmpty();
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

  static bool projectCopySign(const FloatRange &result, FloatRange &x,
                              FloatRange &y) {
    FloatRange a, b;
    for (const bool isNegative : {true, false}) {
      const FloatRange sign = partOfSign(y, isNegative);
      if (!y.nan && !sign.hasNumbers())
        continue;
      const FloatRange magnitude = magnitudes(partOfSign(result, isNegative));
      const FloatRange numbers =
          hull(intersect(x, negated(magnitude)), intersect(x, magnitude));
      if (!numbers.hasNumbers())
        continue;
      a = hull(a, numbers);
      b = hull(b, {sign.low, sign.high, y.nan});
    }
    if (x.nan && result.nan) {
      a.nan = true;
      b = y;
    }
    x = a;
    y = b;
    return !a.isEmpty() && !b.isEmpty();
  }
};

// Conversions are monotone: their ends are enough.

template <class From, class To> int64_t converted(int64_t ordinal) {
  return To::ordinal(To::rounded(From::value(ordinal)));
}

template <class From, class To>
FloatRange convertFloat(const FloatRange &operand) {
  if (!operand.hasNumbers())
    return operand;
  return {converted<From, To>(operand.low), converted<From, To>(operand.high),
          operand.nan};
}

template <class From, class To>
bool projectConvertFloat(const FloatRange &result, FloatRange &operand) {
  if (!result.hasNumbers() || !operand.hasNumbers() ||
      !narrowToPreimage(operand.low, operand.high, converted<From, To>,
                        result.low, result.high))
    operand = {1, 0, operand.nan};
  operand.nan = operand.nan && result.nan;
  return !operand.isEmpty();
}

template <class Format, class Integer>
FloatRange fromInteger(Integer low, Integer high) {
  return {Format::ordinal(Format::fromInteger(low)),
          Format::ordinal(Format::fromInteger(high))};
}

template <class Format, class Integer>
bool projectFromInteger(const FloatRange &result, Integer &low, Integer &high) {
  const auto convert = [](Integer integer) {
    return Format::ordinal(Format::fromInteger(integer));
  };
  return result.hasNumbers() &&
         narrowToPreimage(low, high, convert, result.low, result.high);
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

template <class Format, class Integer>
bool projectToInteger(IntegerInterval<Integer> result, unsigned bits,
                      FloatRange &operand) {
  if (!toInteger<Format, Integer>(operand, bits))
    return true;
  const auto convert = [](int64_t ordinal) {
    return static_cast<Integer>(std::trunc(Format::value(ordinal)));
  };
  return narrowToPreimage(operand.low, operand.high, convert, result.low,
                          result.high);
}

} // namespace coverme

#endif

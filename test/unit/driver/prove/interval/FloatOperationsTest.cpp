// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ranges of small formats against all of their numbers.

#include "prove/interval/FloatOperations.h"

#include "driver/prove/interval/SmallFloat.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace coverme {
namespace {

using namespace test;

constexpr int64_t kNanOrdinal = INT64_MAX;

double apply(FloatOp op, double x, double y, double z) {
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
    return std::rint(x);
  case FloatOp::RoundAway:
    return std::round(x);
  case FloatOp::Add:
    return x + y;
  case FloatOp::Sub:
    return x - y;
  case FloatOp::Mul:
    return x * y;
  case FloatOp::Div:
    return x / y;
  case FloatOp::Rem:
    return std::fmod(x, y);
  case FloatOp::CopySign:
    return std::copysign(x, y);
  case FloatOp::Fma:
    return std::fma(x, y, z);
  default:
    ADD_FAILURE() << "more than one result";
    return 0;
  }
}

// What an operation gives for one value of each operand: an ordinal or
// kNanOrdinal, or one of several.
using Results = std::vector<int64_t>;

template <class Format>
Results resultsOf(FloatOp op, int64_t x, int64_t y, int64_t z) {
  if (op == FloatOp::Min || op == FloatOp::Max) {
    if (x == kNanOrdinal || y == kNanOrdinal)
      return {x, y, kNanOrdinal};
    if (std::min(x, y) == -1 && std::max(x, y) == 0)
      return {x, y};
    return {op == FloatOp::Min ? std::min(x, y) : std::max(x, y)};
  }
  const auto value = [](int64_t ordinal) {
    return ordinal == kNanOrdinal ? NAN : Format::value(ordinal);
  };
  const auto ordinal = [](double number) {
    const double result = Format::rounded(number);
    return std::isnan(result) ? kNanOrdinal : Format::ordinal(result);
  };
  if (op == FloatOp::CopySign && y == kNanOrdinal)
    return {ordinal(value(x)), ordinal(-value(x))};
  return {ordinal(apply(op, value(x), value(y), value(z)))};
}

using Point = std::array<int64_t, 3>;

// The results for all values, computed once.
template <class Format> class ResultTable {
public:
  explicit ResultTable(FloatOp op) : op(op) {
    for (const int64_t z : valuesAt(2, kAll))
      for (const int64_t y : valuesAt(1, kAll))
        for (const int64_t x : valuesAt(0, kAll))
          entries.push_back(resultsOf<Format>(op, x, y, z));
  }

  // Calls `visit` with each combination of the operands' values and each of its
  // results.
  template <class Visit>
  void forEach(std::span<const FloatRange> operands, const Visit &visit) const {
    const auto range = [&](size_t i) {
      return i < operands.size() ? operands[i] : FloatRange();
    };
    const std::vector<int64_t> xs = valuesAt(0, range(0)),
                               ys = valuesAt(1, range(1)),
                               zs = valuesAt(2, range(2));
    for (const int64_t z : zs)
      for (const int64_t y : ys)
        for (const int64_t x : xs)
          for (const int64_t result :
               entries[(index(z) * kValues + index(y)) * kValues + index(x)])
            visit(Point{x, y, z}, result);
  }

  const FloatOp op;

private:
  static constexpr FloatRange kAll{~Format::kInfinity, Format::kInfinity, true};
  static constexpr size_t kValues = 2 * Format::kInfinity + 3;

  static size_t index(int64_t value) {
    return value == kNanOrdinal
               ? kValues - 1
               : static_cast<size_t>(value + Format::kInfinity + 1);
  }

  // One value stands for those of an operand that the operation does not have.
  std::vector<int64_t> valuesAt(size_t i, const FloatRange &range) const {
    if (i >= operandCount(op))
      return {~Format::kInfinity};
    std::vector<int64_t> values;
    for (int64_t ordinal = range.low; ordinal <= range.high; ++ordinal)
      values.push_back(ordinal);
    if (range.nan)
      values.push_back(kNanOrdinal);
    return values;
  }

  std::vector<Results> entries;
};

bool holds(const FloatRange &range, int64_t value) {
  return value == kNanOrdinal ? range.nan : range.contains(value);
}

void include(FloatRange &range, int64_t value) {
  range = hull(range, value == kNanOrdinal ? onlyNan() : singleFloat(value));
}

std::string toText(const FloatRange &range) {
  std::string text = range.hasNumbers()
                         ? '[' + std::to_string(range.low) + ", " +
                               std::to_string(range.high) + ']'
                         : "[]";
  return range.nan ? text + " or NaN" : text;
}

std::string toText(std::span<const FloatRange> ranges) {
  std::string text;
  for (const FloatRange &range : ranges)
    text += toText(range) + "; ";
  return text;
}

constexpr FloatOp kAllOps[] = {
    FloatOp::Neg,       FloatOp::Abs,  FloatOp::Square, FloatOp::Sqrt,
    FloatOp::Floor,     FloatOp::Ceil, FloatOp::Trunc,  FloatOp::RoundEven,
    FloatOp::RoundAway, FloatOp::Add,  FloatOp::Sub,    FloatOp::Mul,
    FloatOp::Div,       FloatOp::Rem,  FloatOp::Min,    FloatOp::Max,
    FloatOp::CopySign,  FloatOp::Fma};

// Operands or results: numbers, perhaps NaN, perhaps NaN alone.
template <class Format> FloatRange randomRange(Random &random) {
  FloatRange range = randomNumbers<Format>(random);
  range.nan = random.below(6) == 0;
  return range.nan && random.below(4) == 0 ? onlyNan() : range;
}

template <class Format>
std::vector<FloatRange> randomOperands(FloatOp op, Random &random) {
  std::vector<FloatRange> operands;
  for (unsigned i = 0; i < operandCount(op); ++i)
    operands.push_back(randomRange<Format>(random));
  return operands;
}

template <class Format>
void expectEvaluation(const ResultTable<Format> &table,
                      std::span<const FloatRange> operands) {
  FloatRange expected;
  table.forEach(operands, [&](const Point &, int64_t result) {
    include(expected, result);
  });
  const FloatRange range =
      FloatOperations<Format>::evaluate(table.op, operands);
  if (table.op == FloatOp::Rem) {
    ASSERT_EQ(hull(range, expected), range) << toText(operands);
    ASSERT_EQ(range.nan, expected.nan) << toText(operands);
  } else {
    ASSERT_EQ(range, expected)
        << toText(operands) << toText(range) << " not " << toText(expected);
  }
}

template <class Format> void expectEvaluations(FloatOp op, int samples) {
  SCOPED_TRACE(static_cast<int>(op));
  const ResultTable<Format> table(op);
  Random random(1);
  for (int i = 0; i < samples && !testing::Test::HasFatalFailure(); ++i)
    expectEvaluation(table, randomOperands<Format>(op, random));
}

// Of the operands' values those that can give a result in range.
template <class Format>
std::vector<FloatRange> possibleOperands(const ResultTable<Format> &table,
                                         const FloatRange &result,
                                         std::span<const FloatRange> operands) {
  std::vector<FloatRange> possible(operands.size());
  table.forEach(operands, [&](const Point &point, int64_t value) {
    if (holds(result, value))
      for (size_t i = 0; i < possible.size(); ++i)
        include(possible[i], point[i]);
  });
  return possible;
}

template <class Format> struct Projection {
  const ResultTable<Format> &table;
  FloatRange result;
  std::vector<FloatRange> before, after, possible;
  bool isPossible;

  Projection(const ResultTable<Format> &table, Random &random)
      : table(table), result(randomRange<Format>(random)),
        before(randomOperands<Format>(table.op, random)), after(before),
        possible(possibleOperands(table, result, before)),
        isPossible(FloatOperations<Format>::project(table.op, result, after,
                                                    random.below(2) == 0)) {}

  std::string text() const {
    return toText(result) + " <- " + toText(before) + "narrowed to " +
           toText(after) + "possible " + toText(possible);
  }

  void expectSound() const {
    for (size_t i = 0; i < before.size(); ++i) {
      if (!isPossible) {
        ASSERT_TRUE(possible[i].isEmpty()) << text();
        continue;
      }
      ASSERT_FALSE(after[i].isEmpty()) << text();
      ASSERT_EQ(hull(after[i], possible[i]), after[i]) << text();
      ASSERT_EQ(hull(after[i], before[i]), before[i]) << text();
    }
  }
};

template <class Format, class Expect>
void forRandomProjections(FloatOp op, int samples, const Expect &expect) {
  SCOPED_TRACE(static_cast<int>(op));
  const ResultTable<Format> table(op);
  Random random(1);
  for (int i = 0; i < samples && !testing::Test::HasFatalFailure(); ++i)
    expect(Projection<Format>(table, random));
}

TEST(FloatOperations, EvaluationIsTheHullOfAllResults) {
  const std::vector<FloatRange> ranges =
      rangesWithin(~SmallFloat<2, 2>::kInfinity, SmallFloat<2, 2>::kInfinity);
  for (const FloatOp op : kAllOps) {
    if (operandCount(op) == 2) {
      SCOPED_TRACE(static_cast<int>(op));
      const ResultTable<SmallFloat<2, 2>> table(op);
      for (const FloatRange &x : ranges)
        for (const FloatRange &y : ranges)
          ASSERT_NO_FATAL_FAILURE(
              expectEvaluation(table, std::array<FloatRange, 2>{x, y}));
    }
    if (op == FloatOp::Fma) {
      expectEvaluations<SmallFloat<2, 3>>(op, 1000);
      continue;
    }
    expectEvaluations<SmallFloat<3, 3>>(op, 3000);
    expectEvaluations<SmallFloat<3, 4>>(op, 1000);
  }
}

TEST(FloatOperations, ProjectionLosesNothing) {
  for (const FloatOp op : kAllOps) {
    const auto isSound = [](const auto &projection) {
      projection.expectSound();
    };
    if (op == FloatOp::Fma) {
      forRandomProjections<SmallFloat<2, 3>>(op, 1000, isSound);
      continue;
    }
    forRandomProjections<SmallFloat<2, 2>>(op, 20000, isSound);
    forRandomProjections<SmallFloat<3, 3>>(op, 5000, isSound);
  }
}

// With at most one range of more than one value all bounds are exact; but Min
// and Max take a zero for either.
TEST(FloatOperations, ProjectionOnOneOperandIsTheHullOfItsSolutions) {
  for (const FloatOp op : kAllOps) {
    SCOPED_TRACE(static_cast<int>(op));
    if (op == FloatOp::Fma || op == FloatOp::Rem)
      continue;
    using Format = SmallFloat<3, 3>;
    const ResultTable<Format> table(op);
    Random random(1);
    for (int i = 0; i < 5000; ++i) {
      FloatRange result = randomRange<Format>(random);
      if (op == FloatOp::Min || op == FloatOp::Max)
        result = withBothZeros(result);
      std::vector<FloatRange> before = randomOperands<Format>(op, random);
      if (before.size() == 2) {
        FloatRange &other = before[random.below(2)];
        other = other.hasNumbers() ? singleFloat(other.low) : onlyNan();
      }
      const std::vector<FloatRange> expected =
          possibleOperands(table, result, before);
      std::vector<FloatRange> after = before;
      const bool isPossible = FloatOperations<Format>::project(
          op, result, after, random.below(2) == 0);
      ASSERT_EQ(isPossible, !expected[0].isEmpty())
          << toText(result) << " <- " << toText(before);
      if (isPossible) {
        ASSERT_EQ(after, expected)
            << toText(result) << " <- " << toText(before) << toText(after);
      }
    }
  }
}

// For each value of an operand the others' part of one sign gives results from
// a least one to a greatest one. What projection keeps are values for which
// these two do not lie on one side of the result's range.
template <class Format>
FloatRange looseOperand(const ResultTable<Format> &table, size_t operand,
                        const FloatRange &result,
                        std::span<const FloatRange> operands) {
  FloatRange loose;
  const size_t other = 1 - operand;
  for (const bool isNegative : {true, false})
    for (int64_t value = operands[operand].low; value <= operands[operand].high;
         ++value) {
      std::array<FloatRange, 2> at{};
      at[operand] = singleFloat(value);
      at[other] = partOfSign(operands[other], isNegative);
      FloatRange results;
      table.forEach(at, [&](const Point &, int64_t z) {
        if (z != kNanOrdinal)
          results = hull(results, singleFloat(z));
      });
      if (intersect(results, result).hasNumbers())
        loose = hull(loose, singleFloat(value));
    }
  return loose;
}

TEST(FloatOperations, ProjectionKeepsNothingThatIsPastABoundOfTheResult) {
  using Format = SmallFloat<3, 3>;
  for (const FloatOp op :
       {FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div}) {
    SCOPED_TRACE(static_cast<int>(op));
    const ResultTable<Format> table(op);
    Random random(1);
    for (int i = 0; i < 5000; ++i) {
      const FloatRange result = randomNumbers<Format>(random);
      const std::vector<FloatRange> before{randomNumbers<Format>(random),
                                           randomNumbers<Format>(random)};
      std::vector<FloatRange> after = before;
      const bool isPossible =
          FloatOperations<Format>::project(op, result, after, false);
      for (size_t operand = 0; operand < 2; ++operand) {
        const FloatRange loose = looseOperand(table, operand, result, before);
        if (isPossible) {
          ASSERT_EQ(hull(loose, after[operand]), loose)
              << toText(result) << " <- " << toText(before) << toText(after);
        }
      }
    }
  }
}

// What filtering by maximum ULP tells of products and quotients, projection
// tells by itself: a product is least for the least factor, a quotient least
// for the greatest divisor and greatest for the greatest dividend.
TEST(FloatOperations, ResultsBoundTheirFactorsDividendsAndDivisors) {
  using Format = SmallFloat<3, 3>;
  const FloatRange all{~Format::kInfinity, Format::kInfinity};
  const double least = Format::value(1);
  const double greatest = Format::value(Format::kInfinity - 1);
  const auto bound = [](const auto &isPossible) {
    int64_t x = Format::kInfinity - 1;
    while (!isPossible(Format::value(x)))
      --x;
    return FloatRange{~x, x};
  };
  for (const FloatRange &result : rangesWithin(1, Format::kInfinity - 1)) {
    const double low = Format::value(result.low);
    const double high = Format::value(result.high);
    FloatRange operands[] = {all, all};
    ASSERT_TRUE(
        FloatOperations<Format>::project(FloatOp::Mul, result, operands, true));
    const FloatRange factor =
        bound([&](double x) { return Format::rounded(x * least) <= high; });
    ASSERT_EQ(operands[0], factor) << toText(result);
    ASSERT_EQ(operands[1], factor) << toText(result);
    operands[0] = operands[1] = all;
    ASSERT_TRUE(
        FloatOperations<Format>::project(FloatOp::Div, result, operands, true));
    ASSERT_EQ(operands[0], bound([&](double x) {
                return Format::rounded(x / greatest) <= high;
              }))
        << toText(result);
    ASSERT_EQ(operands[1], bound([&](double y) {
                return Format::rounded(greatest / y) >= low;
              }))
        << toText(result);
  }
}

template <class From, class To> void expectConversions() {
  const std::vector<FloatRange> results =
      rangesWithin(~To::kInfinity, To::kInfinity);
  for (const FloatRange &operand :
       rangesWithin(~From::kInfinity, From::kInfinity)) {
    FloatRange expected;
    for (int64_t x = operand.low; x <= operand.high; ++x)
      include(expected, To::ordinal(To::rounded(From::value(x))));
    ASSERT_EQ((convertFloat<From, To>(operand)), expected);
    for (const FloatRange &result : results) {
      FloatRange solutions, narrowed = operand;
      for (int64_t x = operand.low; x <= operand.high; ++x)
        if (result.contains(To::ordinal(To::rounded(From::value(x)))))
          include(solutions, x);
      const bool isPossible = projectConvertFloat<From, To>(result, narrowed);
      ASSERT_EQ(isPossible, solutions.hasNumbers());
      if (isPossible) {
        ASSERT_EQ(narrowed, solutions);
      }
    }
  }
}

TEST(FloatOperations, ConversionsBetweenFormatsAreExact) {
  expectConversions<SmallFloat<3, 3>, SmallFloat<2, 2>>();
  expectConversions<SmallFloat<2, 2>, SmallFloat<3, 3>>();
}

TEST(FloatOperations, ConversionsFromIntegersAreExact) {
  using Format = SmallFloat<3, 3>;
  const auto convert = [](int64_t integer) {
    return Format::ordinal(Format::fromInteger(integer));
  };
  Random random(1);
  for (const FloatRange &integers : rangesWithin(-20, 20)) {
    FloatRange expected;
    for (int64_t x = integers.low; x <= integers.high; ++x)
      include(expected, convert(x));
    ASSERT_EQ((fromInteger<Format>(integers.low, integers.high)), expected);
    for (int i = 0; i < 20; ++i) {
      const FloatRange result = randomNumbers<Format>(random);
      FloatRange solutions;
      for (int64_t x = integers.low; x <= integers.high; ++x)
        if (result.contains(convert(x)))
          include(solutions, x);
      FloatRange narrowed = integers;
      const bool isPossible =
          projectFromInteger<Format>(result, narrowed.low, narrowed.high);
      ASSERT_EQ(isPossible, solutions.hasNumbers());
      if (isPossible) {
        ASSERT_EQ(narrowed, solutions);
      }
    }
  }
}

template <class Integer> void expectConversionsToIntegers() {
  using Format = SmallFloat<3, 3>;
  constexpr unsigned kBits = 3;
  const int64_t least = std::is_signed_v<Integer> ? -4 : 0;
  const int64_t greatest = least + 7;
  for (const FloatRange &operand :
       rangesWithin(~Format::kInfinity, Format::kInfinity)) {
    const double low = std::trunc(Format::value(operand.low));
    const double high = std::trunc(Format::value(operand.high));
    const auto result = toInteger<Format, Integer>(operand, kBits);
    ASSERT_EQ(result.has_value(), low >= static_cast<double>(least) &&
                                      high <= static_cast<double>(greatest));
    if (!result)
      continue;
    ASSERT_EQ(static_cast<double>(result->low), low);
    ASSERT_EQ(static_cast<double>(result->high), high);
    for (const FloatRange &integers : rangesWithin(least, greatest)) {
      FloatRange solutions, narrowed = operand;
      for (int64_t x = operand.low; x <= operand.high; ++x)
        if (integers.contains(static_cast<int64_t>(Format::value(x))))
          include(solutions, x);
      const bool isPossible = projectToInteger<Format>(
          IntegerInterval<Integer>{static_cast<Integer>(integers.low),
                                   static_cast<Integer>(integers.high)},
          kBits, narrowed);
      ASSERT_EQ(isPossible, solutions.hasNumbers());
      if (isPossible) {
        ASSERT_EQ(narrowed, solutions);
      }
    }
  }
}

TEST(FloatOperations, ConversionsToIntegersAreExactOrPoison) {
  expectConversionsToIntegers<int64_t>();
  expectConversionsToIntegers<uint64_t>();
}

} // namespace
} // namespace coverme

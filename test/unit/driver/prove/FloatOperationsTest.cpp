// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ranges of small formats against all of their numbers.

#include "prove/FloatOperations.h"

#include "driver/prove/SmallFloat.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace coverme {
namespace {

using namespace test;

constexpr int64_t kNan = INT64_MAX;

double apply(FloatOp op, double x, double y, double z) {
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

// What an operation gives for one value of each operand: an ordinal or kNan, or
// one of several.
using Results = std::vector<int64_t>;

template <class Format>
Results resultsOf(FloatOp op, int64_t x, int64_t y, int64_t z) {
  if (op == FloatOp::Min || op == FloatOp::Max) {
    if (x == kNan || y == kNan)
      return {x, y, kNan};
    if (std::min(x, y) == -1 && std::max(x, y) == 0)
      return {x, y};
    return {op == FloatOp::Min ? std::min(x, y) : std::max(x, y)};
  }
  const auto value = [](int64_t ordinal) {
    return ordinal == kNan ? NAN : Format::value(ordinal);
  };
  const auto ordinal = [](double number) {
    const double result = Format::rounded(number);
    return std::isnan(result) ? kNan : Format::ordinal(result);
  };
  if (op == FloatOp::CopySign && y == kNan)
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
    return value == kNan ? kValues - 1
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
      values.push_back(kNan);
    return values;
  }

  std::vector<Results> entries;
};

bool holds(const FloatRange &range, int64_t value) {
  return value == kNan ? range.nan : range.contains(value);
}

void include(FloatRange &range, int64_t value) {
  range = hull(range, value == kNan ? onlyNan() : singleFloat(value));
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

constexpr FloatOp kMonotone[] = {
    FloatOp::Neg,  FloatOp::Abs,   FloatOp::Sqrt,      FloatOp::Floor,
    FloatOp::Ceil, FloatOp::Trunc, FloatOp::RoundEven, FloatOp::RoundAway,
    FloatOp::Add,  FloatOp::Sub,   FloatOp::Mul,       FloatOp::Div,
    FloatOp::Fma};
constexpr FloatOp kOthers[] = {FloatOp::Rem, FloatOp::Min, FloatOp::Max,
                               FloatOp::CopySign};

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
  for (const auto &ops :
       {std::span<const FloatOp>(kMonotone), std::span<const FloatOp>(kOthers)})
    for (const FloatOp op : ops) {
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
  for (const auto &ops :
       {std::span<const FloatOp>(kMonotone), std::span<const FloatOp>(kOthers)})
    for (const FloatOp op : ops) {
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

} // namespace
} // namespace coverme

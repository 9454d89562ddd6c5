// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/NloptSearch.h"

#include "driver/search/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>

namespace coverme {
namespace {

using namespace test;

constexpr uint32_t kAbsolute = COVERME_DISTANCE_ABSOLUTE;
constexpr uint32_t kSquared = COVERME_DISTANCE_SQUARED;
constexpr uint64_t kPlenty = 5000;

class EveryMethod : public testing::TestWithParam<LocalMethod> {
protected:
  Rank minimise(SyntheticProblem &problem, Input &x,
                uint64_t most = kPlenty) const {
    return NloptSearch(GetParam(), 1).minimise(problem, x, most);
  }
};

std::string methodName(const testing::TestParamInfo<LocalMethod> &info) {
  switch (info.param) {
  case LocalMethod::Powell:
    return "Powell";
  case LocalMethod::Bobyqa:
    return "Bobyqa";
  case LocalMethod::Newuoa:
    return "Newuoa";
  case LocalMethod::Cobyla:
    return "Cobyla";
  case LocalMethod::NelderMead:
    return "NelderMead";
  default:
    return "Sbplx";
  }
}

INSTANTIATE_TEST_SUITE_P(
    NloptSearch, EveryMethod,
    testing::Values(LocalMethod::Powell, LocalMethod::Bobyqa,
                    LocalMethod::Newuoa, LocalMethod::Cobyla,
                    LocalMethod::NelderMead, LocalMethod::Sbplx),
    methodName);

// Sum of squares of (x[i] - target[i]), as a rank.
SyntheticProblem bowl(const std::vector<double> &target) {
  return {std::vector<Scalar>(target.size(), floating()), kSquared,
          [=](const Input &x) {
            double sum = 0;
            for (size_t i = 0; i < x.size(); ++i)
              sum += std::pow(doubleOf(x[i]) - target[i], 2);
            return rankOfDouble(sum);
          }};
}

TEST_P(EveryMethod, ComesNearTheMinimumOfABowl) {
  for (const auto &target : {std::vector{3.0}, std::vector{-2.0, 5.0},
                             std::vector{1.0, 2.0, -3.0}}) {
    SyntheticProblem problem = bowl(target);
    Input x(target.size(), bitsOf(0.5));
    minimise(problem, x);
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(doubleOf(x[i]), target[i], 1e-3);
  }
}

TEST_P(EveryMethod, MinimisesAnIntegerToo) {
  SyntheticProblem problem({signedInteger(32)}, kSquared, [](const Input &x) {
    return distance(COVERME_REL_EQUAL, int64_t{static_cast<int32_t>(x[0])},
                    int64_t{-100}, kSquared);
  });
  Input x{20};
  minimise(problem, x);
  EXPECT_NEAR(static_cast<int32_t>(x[0]), -100, 1);
}

TEST_P(EveryMethod, ReturnsTheRankOfTheBestPointThatItTried) {
  SyntheticProblem problem = bowl({3, 4});
  Input x{bitsOf(1e3), bitsOf(-1e-3)};
  const Rank rank = minimise(problem, x, 200);
  EXPECT_EQ(rank, problem.rankOf(x));
  for (const Input &seen : problem.trace)
    EXPECT_GE(problem.rankOf(seen), rank);
}

// Failed before: points that are no finite doubles were never evaluated.
TEST_P(EveryMethod, NeverReturnsAWorsePointThanTheStart) {
  for (const uint64_t start :
       {bitsOf(0.0), bitsOf(-0.0), bitsOf(1.0), bitsOf(-5e-324),
        bitsOf(DBL_MAX), bitsOf(HUGE_VAL), bitsOf(-HUGE_VAL),
        uint64_t{0x7ff8000000000000}, uint64_t{0xfff0000000000001}}) {
    // Best is to stay.
    SyntheticProblem problem({floating()}, kAbsolute, [=](const Input &x) {
      return rankOfDouble(x[0] == start ? 1.0 : 2.0);
    });
    Input x{start};
    EXPECT_EQ(minimise(problem, x), rankOfDouble(1.0)) << std::hex << start;
    EXPECT_EQ(x[0], start);
  }
}

TEST_P(EveryMethod, NeverReturnsAWorseIntegerThanTheStart) {
  const uint64_t start = (uint64_t{1} << 53) + 1; // no double
  SyntheticProblem problem({signedInteger(64)}, kAbsolute, [=](const Input &x) {
    return rankOfDouble(x[0] == start ? 1.0 : 2.0);
  });
  Input x{start};
  EXPECT_EQ(minimise(problem, x), rankOfDouble(1.0));
}

TEST_P(EveryMethod, EndsOnAPlain) {
  for (const double start : {0.0, 1.0, 1e300, DBL_MAX}) {
    SyntheticProblem problem(
        {floating(), floating()}, kAbsolute,
        [](const Input &) { return plateauRank(kAbsolute); });
    Input x{bitsOf(start), bitsOf(start)};
    EXPECT_EQ(minimise(problem, x, 1000), plateauRank(kAbsolute));
    EXPECT_LE(problem.trace.size(), 1000u);
  }
}

TEST_P(EveryMethod, TakesNoMoreThanItsEvaluations) {
  for (const uint64_t most : {1, 7, 30, 100}) {
    SyntheticProblem problem(
        {floating(), floating()}, kAbsolute, [](const Input &x) {
          return rankOfDouble(1 + std::fabs(doubleOf(x[0]) - 1e6) +
                              std::fabs(doubleOf(x[1])));
        });
    Input x{bitsOf(1.0), bitsOf(1.0)};
    minimise(problem, x, most);
    EXPECT_LE(problem.trace.size(), most);
    EXPECT_GE(problem.trace.size(), 1u);
  }
}

TEST_P(EveryMethod, NoEvaluationsAreNotWithoutLimit) {
  SyntheticProblem problem = bowl({1e6, -1e6});
  Input x{bitsOf(1.0), bitsOf(1.0)};
  minimise(problem, x, 0);
  EXPECT_LE(problem.trace.size(), 1u);
}

TEST_P(EveryMethod, StopsWhenTheProblemIsDone) {
  for (const size_t done : {1u, 10u, 25u}) {
    SyntheticProblem problem = bowl({1e6, -1e6});
    problem.doneAfter = done;
    Input x{bitsOf(1.0), bitsOf(1.0)};
    minimise(problem, x);
    EXPECT_EQ(problem.trace.size(), done);
  }
}

TEST_P(EveryMethod, StopsAtAZero) {
  SyntheticProblem problem({floating()}, kAbsolute, [](const Input &x) {
    return distance(COVERME_REL_GREATER, doubleOf(x[0]), 2.0, kAbsolute);
  });
  Input x{bitsOf(1.0)};
  EXPECT_EQ(minimise(problem, x), 0u);
  EXPECT_GT(doubleOf(x[0]), 2.0);
  EXPECT_EQ(problem.trace.back(), x) << "nothing is tried after it";
}

TEST_P(EveryMethod, TakesAFunctionWithoutInputs) {
  SyntheticProblem problem({}, kAbsolute,
                           [](const Input &) { return Rank{3}; });
  Input x;
  EXPECT_EQ(minimise(problem, x, 50), 3u);
}

TEST_P(EveryMethod, WalksTheSameWayWithTheSameSeed) {
  std::vector<Input> traces[2];
  for (auto &trace : traces) {
    SyntheticProblem problem = bowl({3, -4, 5});
    Input x{bitsOf(1.0), bitsOf(2.0), bitsOf(1e5)};
    NloptSearch(GetParam(), 42).minimise(problem, x, 500);
    trace = problem.trace;
  }
  EXPECT_EQ(traces[0], traces[1]);
}

TEST(LocalSearch, IsMadeForEveryMethod) {
  for (const LocalMethod method :
       {LocalMethod::Auto, LocalMethod::Powell, LocalMethod::Bobyqa,
        LocalMethod::Newuoa, LocalMethod::Cobyla, LocalMethod::NelderMead,
        LocalMethod::Sbplx, LocalMethod::Avm}) {
    SyntheticProblem problem = distanceToDouble(2.0, kAbsolute);
    Input x{bitsOf(1.0)};
    const Rank atStart = problem.rankOf(x);
    EXPECT_LT(makeLocalSearch(method, 1)->minimise(problem, x, 1000), atStart);
  }
}

} // namespace
} // namespace coverme

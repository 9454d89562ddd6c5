// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every local optimiser promises (optimise/LocalSearch.h).

#include "optimise/LocalSearch.h"

#include "driver/optimise/SyntheticProblem.h"
#include "execute/SharedArray.h"
#include "execute/Worker.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>

namespace coverme {
namespace {

using namespace test;

constexpr uint64_t kPlenty = 5000;

class EveryMethod : public testing::TestWithParam<LocalMethod> {
protected:
  static Rank minimise(SyntheticProblem &problem, Input &x,
                       uint64_t most = kPlenty) {
    Random random(1);
    const StartPoints starts(problem.inputs(), {}, {}, random);
    return makeLocalSearch(GetParam(), EsSettings(), starts, 1)
        ->minimise(problem, x, most);
  }

  // The same in a process of its own, since a hang of NLopt has no end. Gives
  // the largest rank if there is one.
  static Rank minimiseWatched(SyntheticProblem &problem, Input &x) {
    WorkerWatch watch;
    watch.hangSeconds = 2;
    const SharedArray<Rank> rank(1);
    const SharedArray<uint64_t> result(x.size());
    const WorkerEnd end = runInWorker(
        [&] {
          rank[0] = minimise(problem, x);
          std::copy(x.begin(), x.end(), result.begin());
        },
        watch);
    EXPECT_TRUE(end.finished) << "does not end from " << doubleOf(x[0]);
    if (!end.finished)
      return std::numeric_limits<Rank>::max();
    x.assign(result.begin(), result.end());
    return rank[0];
  }
};

std::string methodName(const testing::TestParamInfo<LocalMethod> &info) {
  static const char *const names[] = {
      "Auto",  "Powell", "Bobyqa",   "Newuoa", "Cobyla", "NelderMead",
      "Sbplx", "Avm",    "JointAvm", "Climb",  "Es",     "Random"};
  return names[static_cast<size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(
    LocalSearch, EveryMethod,
    testing::Values(LocalMethod::Powell, LocalMethod::Bobyqa,
                    LocalMethod::Newuoa, LocalMethod::Cobyla,
                    LocalMethod::NelderMead, LocalMethod::Sbplx,
                    LocalMethod::Avm, LocalMethod::JointAvm, LocalMethod::Climb,
                    LocalMethod::Es, LocalMethod::Random),
    methodName);

// Sum of squares of (x[i] - target[i]), as a rank.
SyntheticProblem bowl(const std::vector<double> &target) {
  return {std::vector<Scalar>(target.size(), floating()), kSquared,
          [=](const Input &x) {
            double sum = 0;
            for (size_t i = 0; i < x.size(); ++i)
              sum += std::pow(doubleOf(x[i]) - target[i], 2);
            return sum < DBL_MAX ? rankOfDouble(sum) : plateauRank(kSquared);
          }};
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
    EXPECT_EQ(minimiseWatched(problem, x), rankOfDouble(1.0))
        << std::hex << start;
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
  SyntheticProblem problem(
      {floating(), floating()}, kAbsolute,
      [](const Input &) { return plateauRank(kAbsolute); });
  for (const double start : {0.0, 1.0, 1e300, DBL_MAX}) {
    Input x{bitsOf(start), bitsOf(start)};
    EXPECT_EQ(minimiseWatched(problem, x), plateauRank(kAbsolute));
  }
}

// Failed before: COBYLA looped on overflow, and BOBYQA threw.
TEST_P(EveryMethod, EndsNearTheLargestDoubles) {
  SyntheticProblem problem(
      {floating(), floating()}, kAbsolute, [](const Input &x) {
        const double a = doubleOf(x[0]), b = doubleOf(x[1]);
        return distance(COVERME_REL_EQUAL, a * a + b, 3.0, kAbsolute);
      });
  for (const double start : {DBL_MAX, 1e300, 1e155}) {
    Input x{bitsOf(start), bitsOf(-DBL_MAX)};
    const Rank atStart = problem.rankOf(x);
    EXPECT_LE(minimiseWatched(problem, x), atStart);
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
    Random random(1);
    const StartPoints starts(problem.inputs(), {}, {}, random);
    makeLocalSearch(GetParam(), EsSettings(), starts, 42)
        ->minimise(problem, x, 500);
    trace = problem.trace;
  }
  EXPECT_EQ(traces[0], traces[1]);
}

TEST_P(EveryMethod, StaysInTheRangeOfEachScalar) {
  const std::vector<Scalar> scalars = {
      boolean(), enumeration(ScalarKind::Signed, {3, 0xffffffff, 8}),
      unsignedInteger(8), signedInteger(64)};
  const InputSpace space(scalars);
  SyntheticProblem problem(scalars, kAbsolute, [](const Input &x) {
    return rankOfDouble(1e20 - static_cast<double>(x[0] + x[1] + x[2] + x[3]));
  });
  Input x{0, 3, 128, 1000};
  minimise(problem, x, 500);
  for (const Input &seen : problem.trace)
    for (size_t i = 0; i < scalars.size(); ++i)
      ASSERT_EQ(space.fromOrdinal(i, space.ordinal(i, seen[i])), seen[i]);
}

TEST_P(EveryMethod, DescendsWhereItCan) {
  SyntheticProblem problem = bowl({3, 4});
  Input x{bitsOf(1e3), bitsOf(-1e3)};
  const Rank atStart = problem.rankOf(x);
  EXPECT_LT(minimise(problem, x), atStart);
}

} // namespace
} // namespace coverme

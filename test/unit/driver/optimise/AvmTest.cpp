// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/Avm.h"

#include "driver/optimise/SyntheticProblem.h"
#include "optimise/PairOrder.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace coverme {
namespace {

using namespace test;

constexpr uint64_t kAvmPlenty = 100'000;

TEST(Avm, FindsAnExactDoubleFromAnywhere) {
  for (const double target : {0.0, 5e-324, 1.0, -1.0, 0.1, 6.02214076e23,
                              -1e-310, 1.7976931348623157e308, HUGE_VAL})
    for (const double start : {0.0, -0.0, 1e300, -7.25, 3e-320, -HUGE_VAL}) {
      SyntheticProblem problem = distanceToDouble(target, kUlp);
      Input x{bitsOf(start)};
      EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u)
          << start << " to " << target;
      EXPECT_EQ(doubleOf(x[0]), target);
    }
}

TEST(Avm, FindsAnExactPatternInLittleMoreThanTwoStepsPerBit) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const uint64_t target = random.bits();
    SyntheticProblem problem({unsignedInteger(64)}, kUlp, [=](const Input &x) {
      return distance(COVERME_REL_EQUAL, x[0], target, kUlp);
    });
    Input x{random.bits()};
    EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u);
    EXPECT_EQ(x[0], target);
    EXPECT_LE(problem.trace.size(), 4 * 64u);
  }
}

TEST(Avm, FindsExactSignedAndNarrowIntegers) {
  for (const int64_t target : {int64_t{INT32_MIN}, int64_t{-1}, int64_t{0},
                               int64_t{12345}, int64_t{INT32_MAX}}) {
    SyntheticProblem problem({signedInteger(32)}, kUlp, [=](const Input &x) {
      return distance(COVERME_REL_EQUAL, int64_t{static_cast<int32_t>(x[0])},
                      target, kUlp);
    });
    Input x{77};
    EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u) << target;
  }
}

TEST(Avm, FindsANanBehindTheInfinities) {
  SyntheticProblem problem({floating()}, kUlp, [](const Input &x) {
    const double value = doubleOf(x[0]);
    return distance(COVERME_REL_UNORDERED, value, value, kUlp);
  });
  Input x{bitsOf(1.0)};
  EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u);
  EXPECT_TRUE(std::isnan(doubleOf(x[0])));
}

TEST(Avm, FindsAConditionOnTheUpperHalfOnly) {
  SyntheticProblem problem({floating()}, kUlp, [](const Input &x) {
    return distance(COVERME_REL_EQUAL, x[0] >> 32, uint64_t{0x3fe62e42}, kUlp);
  });
  Input x{bitsOf(1e10)};
  EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u);
}

TEST(Avm, MinimisesSeveralVariables) {
  const Input target{bitsOf(2.5), bitsOf(-1e-5), 0xfffffff0};
  SyntheticProblem problem(
      {floating(), floating(), signedInteger(32)}, kUlp, [=](const Input &x) {
        Rank sum = 0;
        for (size_t i = 0; i < x.size(); ++i)
          sum += distance(COVERME_REL_EQUAL, x[i] >> 4, target[i] >> 4, kUlp);
        return sum;
      });
  Input x{bitsOf(1.0), bitsOf(-1.0), 0xff000000};
  EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u);
}

TEST(Avm, StaysInTheRangeOfEachScalar) {
  SyntheticProblem problem(
      {boolean(), enumeration(ScalarKind::Signed, {3, 0xffffffff, 8}),
       unsignedInteger(8)},
      kUlp, [](const Input &x) { return 1000 - x[0] - x[1] % 100 - x[2]; });
  Input x{0, 3, 128};
  Avm().minimise(problem, x, kAvmPlenty);
  EXPECT_EQ(x[2], 255u) << "the highest is the best";
  for (const Input &seen : problem.trace) {
    EXPECT_LE(seen[0], 1u);
    EXPECT_TRUE(seen[1] == 3 || seen[1] == 0xffffffff || seen[1] == 8);
    EXPECT_LE(seen[2], 255u);
  }
}

TEST(Avm, EndsWhereNoVariableImproves) {
  SyntheticProblem plain({floating(), boolean()}, kUlp,
                         [](const Input &) { return Rank{7}; });
  Input x{bitsOf(3.0), 1};
  EXPECT_EQ(Avm().minimise(plain, x, kAvmPlenty), 7u);
  EXPECT_EQ(x, (Input{bitsOf(3.0), 1})) << "nothing was better";
  EXPECT_LT(plain.trace.size(), 100u);
}

// A landscape without a slope: a hash of the input.
SyntheticProblem rugged() {
  return {{floating(), signedInteger(16)}, kUlp, [](const Input &x) {
            uint64_t hash = x[0] * 0x9e3779b97f4a7c15 + x[1];
            hash ^= hash >> 29;
            return 1 + hash * 0xbf58476d1ce4e5b9 / 2;
          }};
}

TEST(Avm, ReturnsTheBestOfAllThatItTried) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    SyntheticProblem problem = rugged();
    Input x{random.bits(), random.below(65536)};
    const Rank atStart = problem.rankOf(x);
    const Rank rank = Avm().minimise(problem, x, 300);
    EXPECT_LE(rank, atStart);
    EXPECT_EQ(rank, problem.rankOf(x));
    for (const Input &seen : problem.trace)
      EXPECT_GE(problem.rankOf(seen), rank);
  }
}

TEST(Avm, TakesNoMoreThanItsEvaluations) {
  for (const uint64_t most : {0, 1, 2, 17, 40}) {
    SyntheticProblem problem = distanceToDouble(1e300, kUlp);
    Input x{bitsOf(1.0)};
    Avm().minimise(problem, x, most);
    EXPECT_EQ(problem.trace.size(), std::max<uint64_t>(most, 1));
  }
}

TEST(Avm, StopsWhenTheProblemIsDone) {
  for (const size_t done : {1u, 5u, 50u}) {
    SyntheticProblem problem = distanceToDouble(1e300, kUlp);
    problem.doneAfter = done;
    Input x{bitsOf(1.0)};
    Avm().minimise(problem, x, kAvmPlenty);
    EXPECT_EQ(problem.trace.size(), done);
  }
}

TEST(Avm, EvaluatesNothingMoreAtAZero) {
  SyntheticProblem problem = distanceToDouble(4.0, kUlp);
  Input x{bitsOf(4.0)};
  EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 0u);
  EXPECT_EQ(problem.trace.size(), 1u);
}

TEST(Avm, HasOneEvaluationForAFunctionWithoutInputs) {
  SyntheticProblem problem({}, kUlp, [](const Input &) { return Rank{3}; });
  Input x;
  EXPECT_EQ(Avm().minimise(problem, x, kAvmPlenty), 3u);
  EXPECT_EQ(problem.trace.size(), 1u);
}

TEST(Avm, WalksTheSameWayEveryTime) {
  SyntheticProblem first = rugged(), second = rugged();
  Input x{bitsOf(0.5), 9}, y = x;
  Avm().minimise(first, x, 500);
  Avm().minimise(second, y, 500);
  EXPECT_EQ(first.trace, second.trace);
}

// --- two variables at once
// ------------------------------------------------------

// x + y == 10 is a guard; behind it is x * y == 21. The rank is the distance at
// the guard, far above all behind it.
SyntheticProblem guardedProduct() {
  return {{floating(), floating()}, kUlp, [](const Input &in) {
            const double x = doubleOf(in[0]), y = doubleOf(in[1]);
            const Rank guard = distance(COVERME_REL_EQUAL, x + y, 10.0, kUlp);
            const Rank behind = distance(COVERME_REL_EQUAL, x * y, 21.0, kUlp);
            return guard != 0 ? (Rank{1} << 62) + (guard >> 2) : behind >> 2;
          }};
}

TEST(JointAvm, WalksAlongAnEqualityThatTiesItsVariables) {
  SyntheticProblem problem = guardedProduct();
  Input x{bitsOf(5.0), bitsOf(5.0)};
  EXPECT_EQ(JointAvm(1).minimise(problem, x, kAvmPlenty), 0u);
  EXPECT_EQ(doubleOf(x[0]) + doubleOf(x[1]), 10.0);
  Input stuck{bitsOf(5.0), bitsOf(5.0)};
  EXPECT_NE(Avm().minimise(problem, stuck, kAvmPlenty), 0u)
      << "one at a time leaves the line";
}

TEST(JointAvm, KeepsAChecksumRight) {
  // check == a ^ b is the guard, behind it a == 200.
  SyntheticProblem problem(
      std::vector(3, unsignedInteger(8)), kUlp, [](const Input &in) {
        const uint64_t sum = in[0] ^ in[1];
        const Rank guard = sum < in[2] ? in[2] - sum : sum - in[2];
        const Rank behind = in[0] < 200 ? 200 - in[0] : in[0] - 200;
        return guard != 0 ? 1000 + guard : behind;
      });
  Input x{1, 2, 3};
  EXPECT_EQ(JointAvm(1).minimise(problem, x, kAvmPlenty), 0u);
  EXPECT_EQ(x[0], 200u);
}

TEST(JointAvm, SpendsNoMoreThanItIsGivenAndKeepsTheBest) {
  for (const uint64_t most : {1, 2, 7, 100, 1000}) {
    SyntheticProblem problem = guardedProduct();
    Input x{bitsOf(1e10), bitsOf(-3.0)};
    const Rank rank = JointAvm(2).minimise(problem, x, most);
    EXPECT_LE(problem.trace.size(), most);
    EXPECT_EQ(problem.rankOf(x), rank);
    for (const Input &seen : problem.trace)
      EXPECT_GE(problem.rankOf(seen), rank);
  }
}

TEST(PairOrder, HasEachPairOnceAndKeepsTheOrder) {
  Random random(4);
  PairOrder pairs(7, random);
  std::set<std::pair<size_t, size_t>> seen;
  for (uint64_t i = 0; i < pairs.size(); ++i) {
    const auto [leader, follower] = pairs.at(i);
    EXPECT_NE(leader, follower);
    EXPECT_LT(std::max(leader, follower), 7u);
    seen.insert({leader, follower});
  }
  EXPECT_EQ(seen.size(), 42u);
  const auto first = pairs.at(0);
  EXPECT_EQ(pairs.at(0), first);
}

TEST(PairOrder, DrawsNoMoreThanItIsAskedFor) {
  Random random(5);
  PairOrder pairs(1'000'000'000, random); // All would be 16 EiB.
  std::set<std::pair<size_t, size_t>> seen;
  for (uint64_t i = 0; i < 100; ++i)
    seen.insert(pairs.at(i));
  EXPECT_EQ(seen.size(), 100u);
}

TEST(JointAvm, WithOneVariableIsThePlainMethod) {
  SyntheticProblem joint = distanceToDouble(3.0, kUlp);
  SyntheticProblem plain = distanceToDouble(3.0, kUlp);
  Input x{bitsOf(1.0)}, y{bitsOf(1.0)};
  EXPECT_EQ(JointAvm(1).minimise(joint, x, kAvmPlenty), 0u);
  Avm().minimise(plain, y, kAvmPlenty);
  EXPECT_EQ(joint.trace, plain.trace);
}

} // namespace
} // namespace coverme

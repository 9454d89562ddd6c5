// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/NloptSearch.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <cmath>

namespace coverme {
namespace {

using namespace test;

constexpr uint64_t kPlenty = 5000;

class EveryAlgorithm : public testing::TestWithParam<LocalMethod> {
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
    NloptSearch, EveryAlgorithm,
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

TEST_P(EveryAlgorithm, ComesNearTheMinimumOfABowl) {
  for (const auto &target : {std::vector{3.0}, std::vector{-2.0, 5.0},
                             std::vector{1.0, 2.0, -3.0}}) {
    SyntheticProblem problem = bowl(target);
    Input x(target.size(), bitsOf(0.5));
    minimise(problem, x);
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(doubleOf(x[i]), target[i], 1e-3);
  }
}

TEST_P(EveryAlgorithm, MinimisesAnIntegerToo) {
  SyntheticProblem problem({signedInteger(32)}, kSquared, [](const Input &x) {
    return distance(COVERME_REL_EQUAL, int64_t{static_cast<int32_t>(x[0])},
                    int64_t{-100}, kSquared);
  });
  Input x{20};
  minimise(problem, x);
  EXPECT_NEAR(static_cast<int32_t>(x[0]), -100, 1);
}

// The first run's steps alone are too small to get there.
TEST_P(EveryAlgorithm, WalksAcrossBinades) {
  SyntheticProblem problem(
      {floating()}, COVERME_DISTANCE_ULP, [](const Input &x) {
        return distance(COVERME_REL_GREATER, doubleOf(x[0]), 1e100,
                        COVERME_DISTANCE_ULP);
      });
  Input x{bitsOf(1.0)};
  minimise(problem, x);
  EXPECT_GT(doubleOf(x[0]), 1000);
}

} // namespace
} // namespace coverme

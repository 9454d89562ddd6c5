// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/PlainTests.h"

#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coverme {
namespace {

using namespace test;

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

Function functionOf(const std::vector<Scalar> &scalars) {
  Function function;
  for (const Scalar &scalar : scalars)
    function.plan.inputs.push_back(input("x", "number", scalar));
  return function;
}

TEST(PlainerInputs, LeavesUsualNumbersAsTheyAre) {
  const Function entry =
      functionOf({floating(), signedInteger(32), floating(32)});
  for (const double x : {0.0, -0.0, 1.0, 1e-6, -1e6, 0.1})
    EXPECT_TRUE(plainerInputs(entry, {bitsOf(x), 0xffffffff, 0}).empty()) << x;
}

TEST(PlainerInputs, ReplacesWhatIsOdd) {
  const Function entry = functionOf({floating(), floating()});
  for (const double odd : {kNan, kInfinity, -kInfinity, 5e-324, 1e-7, -1e7}) {
    const std::vector<Input> inputs =
        plainerInputs(entry, {bitsOf(odd), bitsOf(7.0)});
    ASSERT_FALSE(inputs.empty()) << odd;
    for (const Input &input : inputs) {
      EXPECT_LE(std::fabs(doubleOf(input[0])), 100);
      EXPECT_EQ(doubleOf(input[1]), 7.0);
    }
  }
}

TEST(PlainerInputs, ReplacesAllAndThenEach) {
  const Function entry = functionOf({floating(), floating()});
  const Input odd = {bitsOf(kNan), bitsOf(kInfinity)};
  const std::vector<Input> inputs = plainerInputs(entry, odd);
  const auto single =
      std::find_if(inputs.begin(), inputs.end(), [&](const Input &input) {
        return input[0] == odd[0] || input[1] == odd[1];
      });
  EXPECT_NE(single, inputs.begin());
  EXPECT_NE(single, inputs.end());
  for (auto each = inputs.begin(); each != single; ++each)
    EXPECT_NE((*each)[0], (*each)[1])
        << "equal numbers are a case of their own";
  for (auto each = single; each != inputs.end(); ++each)
    EXPECT_NE((*each)[0] == odd[0], (*each)[1] == odd[1]);
}

TEST(PlainerInputs, StaysWithinBoundsAndTypes) {
  const Function entry = functionOf({signedInteger(64), floating(32)});
  for (const Input &input :
       plainerInputs(entry, {uint64_t{1} << 40, 0x7f800000})) {
    EXPECT_EQ(input[1] >> 32, 0u);
    EXPECT_TRUE(static_cast<int64_t>(input[0]) <= 100 || input[0] == uint64_t{1}
                                                                         << 40);
  }
}

} // namespace
} // namespace coverme

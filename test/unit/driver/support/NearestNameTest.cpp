// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/NearestName.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

TEST(NearestName, UndoesOneSlip) {
  const std::vector<std::string> names{"floor", "ieee754_pow", "tanh"};
  for (const char *mistyped : {"tahn", "tanhh", "tan", "tamh", "xtanh", "Tanh"})
    EXPECT_EQ(nearestName(mistyped, names), "tanh") << mistyped;
}

TEST(NearestName, AllowsAThirdOfTheLength) {
  const std::vector<std::string> names{"__ieee754_sqrt"};
  EXPECT_EQ(nearestName("ieee754_sqrt", names), "__ieee754_sqrt");
  EXPECT_EQ(nearestName("ieee754_pow", names), "");
}

TEST(NearestName, IsEmptyWhereNoneIsNear) {
  EXPECT_EQ(nearestName("sin", {"cosh", "exp"}), "");
  EXPECT_EQ(nearestName("x", {"tan"}), "");
  EXPECT_EQ(nearestName("sin", {}), "");
  EXPECT_EQ(nearestName("", {"sin"}), "");
}

TEST(NearestName, IsTheNearestNotTheFirst) {
  EXPECT_EQ(nearestName("atan22", {"atanh", "atan2"}), "atan2");
}

TEST(NearestName, IsTheFirstAmongEquals) {
  EXPECT_EQ(nearestName("fmid", {"fmin", "fmad"}), "fmin");
  EXPECT_EQ(nearestName("fmid", {"fmad", "fmin"}), "fmad");
}

TEST(NearestName, OfANameThatIsThereIsItself) {
  EXPECT_EQ(nearestName("sin", {"sinh", "sin"}), "sin");
}

} // namespace
} // namespace coverme

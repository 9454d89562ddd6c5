// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare/Reference.h"

#include "support/Error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coverme {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

const Scalar kDouble{ScalarKind::Float, 64, {}, false};
const Scalar kFloat{ScalarKind::Float, 32, {}, false};

double errorOf(const std::string &name, double x, double result,
               const Scalar &format = kDouble) {
  const uint64_t argument = floatBits(format.width, x);
  return makeReference(name, 1, format)
      ->error({&argument, 1}, floatBits(format.width, result));
}

double valueOf(const std::string &name, double x,
               const Scalar &format = kDouble) {
  const uint64_t argument = floatBits(format.width, x);
  return floatValue(format.width,
                    makeReference(name, 1, format)->value({&argument, 1}));
}

TEST(Reference, IsTheNearestNumber) {
  EXPECT_EQ(valueOf("mpfr:exp", 1), 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(valueOf("mpfr:exp", 1, kFloat), 0x1.5bf0a8p+1f);
  EXPECT_EQ(valueOf("mpfr:exp", 710), kInf);
  EXPECT_TRUE(std::isnan(valueOf("mpfr:log", -1)));
  // Where it is subnormal, it is rounded once.
  EXPECT_EQ(valueOf("mpfr:sqrt", 4), 2);
  EXPECT_EQ(valueOf("mpfr:exp", -745), kLeast);
  EXPECT_EQ(valueOf("mpfr:exp", -746), 0);
  const uint64_t arguments[] = {floatBits(64, 2), floatBits(64, -1074.5)};
  EXPECT_EQ(makeReference("mpfr:pow", 2, kDouble)->value(arguments),
            floatBits(64, kLeast));
}

TEST(Reference, CountsErrorsInUnitsOfTheLastPlace) {
  const double e = 0x1.5bf0a8b145769p+1;
  // The nearest number is 2.7182818284590450908, e is 2.7182818284590452354,
  // and the unit 4.44e-16.
  EXPECT_NEAR(errorOf("mpfr:exp", 1, e), 0.3255, 1e-3);
  EXPECT_NEAR(errorOf("mpfr:exp", 1, std::nextafter(e, 3)), 0.6745, 1e-3);
  EXPECT_NEAR(errorOf("mpfr:exp", 1, std::nextafter(e, 2)), 1.3255, 1e-3);
  EXPECT_EQ(errorOf("mpfr:sqrt", 4, 2), 0);
  EXPECT_EQ(errorOf("mpfr:sqrt", 4, 2 + 0x3p-51), 3);
  EXPECT_EQ(errorOf("mpfr:sqrt", 4, 2 + 0x3p-22, kFloat), 3);
  EXPECT_EQ(errorOf("mpfr:sin", 0, 3 * kLeast), 3);
}

TEST(Reference, KnowsWhatIsNoNumber) {
  EXPECT_EQ(errorOf("mpfr:log", -1, kNan), 0);
  EXPECT_EQ(errorOf("mpfr:log", -1, 0), kInf);
  EXPECT_EQ(errorOf("mpfr:exp", 1, kNan), kInf);
  EXPECT_EQ(errorOf("mpfr:log", 0, -kInf), 0);
  EXPECT_EQ(errorOf("mpfr:log", 0, kInf), kInf);
  EXPECT_EQ(errorOf("mpfr:log", 0, -kMax), kInf);
  // What only overflow makes infinite is so far from the largest number.
  EXPECT_EQ(errorOf("mpfr:exp", 710, kInf), 0);
  EXPECT_GT(errorOf("mpfr:exp", 710, kMax), 1);
  EXPECT_GT(errorOf("mpfr:exp", 709, kInf), 1e9);
  EXPECT_LT(errorOf("mpfr:exp", 709, kInf), kInf);
  EXPECT_EQ(errorOf("mpfr:sin", 0, -0.0), 0);
}

TEST(Reference, MayBeTheLibm) {
  EXPECT_EQ(valueOf("libm:cos", 0.5), std::cos(0.5));
  EXPECT_EQ(valueOf("libm:cos", 0.5, kFloat), std::cos(0.5F));
  EXPECT_EQ(errorOf("libm:cos", 0.5, std::nextafter(std::cos(0.5), 1)), 1);
  const uint64_t arguments[] = {floatBits(64, 2), floatBits(64, 0.5)};
  EXPECT_EQ(makeReference("libm:pow", 2, kDouble)->value(arguments),
            floatBits(64, std::pow(2, 0.5)));
}

TEST(Reference, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(makeReference("mpfr:tan2", 1, kDouble), Error);
  EXPECT_THROW(makeReference("libm:system", 1, kDouble), Error);
  EXPECT_THROW(makeReference("mpfr:pow", 1, kDouble), Error);
}

} // namespace
} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptChecks.h"

#include "keep/TestText.h"

#include <fmt/format.h>

namespace coverme {

namespace {

// C and C++; how floats are compared. NaNs are equal to each other, zeros by
// their signs, and infinities to themselves alone.
constexpr const char *kNearFunctions = R"(#ifndef MAX_ULP
#define MAX_ULP @maxUlp@
#endif
#ifndef REL_TOL
#define REL_TOL @relTol@
#endif

// Are two floats of so many bits, `digits` of them of the fraction, equal, or
// near to each other? NaNs are equal, zeros are told by their signs.
static int coverme_is_near(unsigned long long got, unsigned long long want,
                           int bits, int digits, unsigned long long ulps) {
  const unsigned long long sign = 1ULL << (bits - 1);
  const unsigned long long infinity = sign - (1ULL << digits);
  const unsigned long long a = got & ~sign, b = want & ~sign;
  if (got == want || (a > infinity && b > infinity))
    return 1;
  if (a >= infinity || b >= infinity || (a == 0 && b == 0))
    return 0;
  const int isSameSign = (got & sign) == (want & sign);
  const unsigned long long distance = !isSameSign ? a + b
                                      : a < b     ? b - a
                                                  : a - b;
  if (distance <= ulps)
    return 1;
  if (bits == 64 && REL_TOL > 0) {
    double x, y;
    __builtin_memcpy(&x, &got, sizeof x);
    __builtin_memcpy(&y, &want, sizeof y);
    return __builtin_fabs(x - y) <= REL_TOL * __builtin_fabs(y);
  }
  if (bits == 32 && REL_TOL > 0) {
    const unsigned low = (unsigned)got, high = (unsigned)want;
    float x, y;
    __builtin_memcpy(&x, &low, sizeof x);
    __builtin_memcpy(&y, &high, sizeof y);
    return __builtin_fabs((double)x - y) <= REL_TOL * __builtin_fabs(y);
  }
  return 0;
}
)";

constexpr const char *kSanitized = R"(
// A sanitizer may end a process its own way, ahead of the signal.
static int coverme_ends_by(int status, int signal) {
#if defined(__SANITIZE_ADDRESS__)
  const int isSanitized = 1;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  const int isSanitized = 1;
#else
  const int isSanitized = 0;
#endif
#else
  const int isSanitized = 0;
#endif
  return status != -1 && ((status & 0x7f) == signal ||
                          (isSanitized && (status & 0x7f) == 0 && status != 0));
}
)";

constexpr const char *kChecks = R"(
static const char *coverme_name;
static int coverme_failures;

static void coverme_fail(const char *what) {
  ++coverme_failures;
  __builtin_printf("%s: %s", coverme_name, what);
}

static void coverme_float(const char *what, int bits, int digits,
                          unsigned long long got, unsigned long long want,
                          unsigned long long ulps) {
  if (coverme_is_near(got, want, bits, digits, ulps))
    return;
  coverme_fail(what);
  __builtin_printf(" is 0x%0*llx, not 0x%0*llx\n", bits / 4, got, bits / 4,
                   want);
}

__attribute__((unused)) static void coverme_double(const char *what,
                                                   unsigned long long got,
                                                   unsigned long long want,
                                                   unsigned long long ulps) {
  double x, y;
  __builtin_memcpy(&x, &got, sizeof x);
  __builtin_memcpy(&y, &want, sizeof y);
  const int before = coverme_failures;
  coverme_float(what, 64, 52, got, want, ulps);
  if (coverme_failures != before)
    __builtin_printf("    %.17g, not %.17g\n", x, y);
}

__attribute__((unused)) static void coverme_single(const char *what,
                                                   unsigned long long got,
                                                   unsigned long long want,
                                                   unsigned long long ulps) {
  coverme_float(what, 32, 23, got, want, ulps);
}

__attribute__((unused)) static void coverme_half(const char *what,
                                                 unsigned long long got,
                                                 unsigned long long want,
                                                 unsigned long long ulps) {
  coverme_float(what, 16, 10, got, want, ulps);
}

__attribute__((unused)) static void coverme_bits(const char *what,
                                                 unsigned long long got,
                                                 unsigned long long want) {
  if (got == want)
    return;
  coverme_fail(what);
  __builtin_printf(" is 0x%llx, not 0x%llx\n", got, want);
}

__attribute__((unused)) static int coverme_returns(const unsigned long long *in,
                                                   unsigned long long *out) {
  const int status = coverme_run(in, out);
  if (status == -1)
    return 1;
  coverme_fail("does not return");
  __builtin_printf(" (status 0x%x)\n", (unsigned)status);
  return 0;
}

__attribute__((unused)) static void coverme_exits(const unsigned long long *in,
                                                  int code) {
  unsigned long long out[COVERME_NUMBERS];
  if (coverme_run(in, out) == code << 8)
    return;
  coverme_fail("does not exit as it did");
  __builtin_printf(" (%d)\n", code);
}

__attribute__((unused)) static void coverme_dies(const unsigned long long *in,
                                                 int signal) {
  unsigned long long out[COVERME_NUMBERS];
  if (coverme_ends_by(coverme_run(in, out), signal))
    return;
  coverme_fail("does not end by signal");
  __builtin_printf(" %d\n", signal);
}
)";

// All tests, or the one of a number.
constexpr const char *kMain = R"(
int main(int count, char **words) {
  const int tests = sizeof coverme_tests / sizeof *coverme_tests;
  const char *digit = count > 1 ? words[1] : "";
  int only = 0, i = 0;
  for (; *digit != 0; ++digit)
    only = 10 * only + (*digit - '0');
  for (; i < tests; ++i)
    if (count < 2 || coverme_tests[i].number == only) {
      coverme_name = coverme_tests[i].name;
      coverme_tests[i].run();
    }
  return coverme_failures != 0;
}
)";

constexpr const char *kGoogleChecks = R"cpp(
static testing::AssertionResult coverme_float(int bits, int digits,
                                              unsigned long long got,
                                              unsigned long long want,
                                              unsigned long long ulps) {
  if (coverme_is_near(got, want, bits, digits, ulps))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << std::hex << "0x" << got << ", not 0x" << want;
}

[[maybe_unused]] static testing::AssertionResult
coverme_double(unsigned long long got, unsigned long long want,
               unsigned long long ulps) {
  double x, y;
  std::memcpy(&x, &got, sizeof x);
  std::memcpy(&y, &want, sizeof y);
  return coverme_float(64, 52, got, want, ulps)
         << " (" << x << ", " << y << ")";
}

[[maybe_unused]] static testing::AssertionResult
coverme_single(unsigned long long got, unsigned long long want,
               unsigned long long ulps) {
  return coverme_float(32, 23, got, want, ulps);
}

[[maybe_unused]] static testing::AssertionResult
coverme_half(unsigned long long got, unsigned long long want,
             unsigned long long ulps) {
  return coverme_float(16, 10, got, want, ulps);
}

[[maybe_unused]] static testing::AssertionResult
coverme_returns(const unsigned long long *in, unsigned long long *out) {
  const int status = @run@(in, out);
  if (status == -1)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "ends with status " << status;
}

struct EndsBy {
  int signal;
  bool operator()(int status) const { return coverme_ends_by(status, signal); }
};
)cpp";

} // namespace

std::string nearText(const EmitOptions &options) {
  const std::string text =
      replaceAll(kNearFunctions, "@maxUlp@", fmt::format("{}", options.maxUlp));
  return replaceAll(text, "@relTol@", fmt::format("{}", options.relTol)) +
         kSanitized;
}

std::string plainChecks() { return kChecks; }

std::string plainMain() { return kMain; }

std::string googleChecks(const std::string &run) {
  return replaceAll(kGoogleChecks, "@run@", run);
}

} // namespace coverme

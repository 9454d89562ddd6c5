// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// logit(p) = log(p / (1 - p)), the inverse of the logistic function, in the
// style of a libm: special cases by the bits of the argument, then an exact
// reduction, then a polynomial.
//
// With q = p / (1 - p) = 2^k * m, m in [sqrt(1/2), sqrt(2)):
//   logit(p) = k * log(2) + 2 * atanh((m - 1) / (m + 1)).
// Near p = 1/2, k is 0 and (m - 1) / (m + 1) is 2p - 1, without rounding.
//
// To reach every branch takes a NaN, a zero, a negative number, the constants
// 1 and 1/2 to the last bit, and a subnormal number.
#include <stdint.h>

typedef int32_t __attribute__((may_alias)) Word;

// The halves of a double, as lvalues, on a little-endian machine.
#define LOW_WORD(x) (((Word *)&(x))[0])
#define HIGH_WORD(x) (((Word *)&(x))[1])

static const double two54 = 0x1p54;
static const double ln2High = 0x1.62e42fee00000p-1; // 20 trailing zero bits
static const double ln2Low = 0x1.a39ef35793c76p-33;

// 2 * atanh(s) for |s| <= 3 - sqrt(8), by the Taylor series up to s^23.
static double twiceAtanh(double s) {
  double z = s * s;
  double sum = 1.0 / 23;
  sum = 1.0 / 21 + z * sum;
  sum = 1.0 / 19 + z * sum;
  sum = 1.0 / 17 + z * sum;
  sum = 1.0 / 15 + z * sum;
  sum = 1.0 / 13 + z * sum;
  sum = 1.0 / 11 + z * sum;
  sum = 1.0 / 9 + z * sum;
  sum = 1.0 / 7 + z * sum;
  sum = 1.0 / 5 + z * sum;
  sum = 1.0 / 3 + z * sum;
  return 2.0 * (s + s * (z * sum));
}

double logit(double p) {
  double q, s;
  int32_t k = 0;
  int32_t high = HIGH_WORD(p);
  int32_t low = LOW_WORD(p);
  int32_t magnitude = high & 0x7fffffff;

  if ((magnitude | (low != 0)) > 0x7ff00000) // NaN
    return p + p;
  if ((magnitude | low) == 0) // logit(+-0) = -infinity
    return -1.0 / (p * p);
  if (high < 0) // logit(p < 0) is not a number
    return (p - p) / (p - p);
  if (high >= 0x3ff00000) { // p >= 1
    if (p == 1.0)
      return 1.0 / (p - 1.0); // logit(1) = infinity
    return (p - p) / 0.0;     // logit(p > 1) is not a number
  }
  if (((high - 0x3fe00000) | low) ==
      0) // logit(1/2) is 0 in every rounding mode
    return 0.0;
  if (high < 0x00100000) { // subnormal: scale up
    p *= two54;
    q = p;
    k = -54;
  } else {
    q = p / (1.0 - p);
  }
  high = HIGH_WORD(q);
  k += (high >> 20) - 1023;
  high = (high & 0x000fffff) | 0x3ff00000; // q = 2^k * m, m in [1, 2)
  if (high >= 0x3ff6a09e) {                // m >= sqrt(2), nearly
    high -= 0x00100000;
    ++k;
  }
  HIGH_WORD(q) = high;
  if (k == 0)
    s = 2.0 * p - 1.0;
  else
    s = (q - 1.0) / (q + 1.0);
  return k * ln2High + (k * ln2Low + twiceAtanh(s));
}

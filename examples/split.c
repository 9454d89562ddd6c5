// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry with an integer parameter and an out parameter, and a static
// helper. With --callees, coverme covers the helper's branches too.
#include <stdint.h>

// Rounds toward zero. From 2^52 on, every double is an integer already.
static double truncated(double x) {
  if (x > -0x1p52 && x < 0x1p52)
    return (double)(int64_t)x;
  return x;
}

// Returns x cut to that many decimal places, 15 at most; *rest gets the
// remainder, which is 0 for infinities and NaN.
double split(double x, int places, double *rest) {
  double scale = 1.0, cut;
  if (places < 0 || places > 15)
    places = 0;
  while (places-- > 0)
    scale *= 10.0;
  cut = truncated(x * scale) / scale;
  *rest = x - cut;
  if (*rest != *rest)
    *rest = 0.0;
  return cut;
}

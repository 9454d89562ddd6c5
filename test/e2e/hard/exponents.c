// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// frexp and ldexp: an exponent that only a subnormal has, with one mantissa;
// then a scaling into the subnormals and back that loses bits.
//
// REACHABLE: 14 of 14
// WITNESS: 0x1.8p-1031, 0 -> 1
// WITNESS: 0x1.0000000000001p0, -1040 -> 2
// WITNESS: 1, 1 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=14 \
// RUN:   --expect branches.total=14 %t
#include <math.h>

int f(double x, int n) {
  int exponent;
  double mantissa = frexp(x, &exponent);
  if (exponent == -1030)
    if (mantissa == 0.75)
      return 1;
  if (x > 0.5 && x < 2.0 && n < 0) {
    double scaled = ldexp(x, n);
    if (scaled > 0.0 && ldexp(scaled, -n) != x)
      return 2;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases of a quadratic equation. A discriminant that is zero only after
// rounding, while its two products differ, is the last of them.
//
// REACHABLE: 26 of 26
// WITNESS: 0, 0, 0 -> 0
// WITNESS: 0, 0, 1 -> 1
// WITNESS: 0, 2, 1 -> 2
// WITNESS: 1, 2, 3 -> 3
// WITNESS: 1, 6, 9 -> 4
// WITNESS: 1, 5, 6 -> 6
// WITNESS: 1, 1e200, 1 -> 7
// WITNESS: 1, 0x1.5555555555555p+0, 0x1.c71c71c71c71cp-2 -> 5
// WITNESS: 1, 0, 0 -> 8
// WITNESS: NAN, 1, 1 -> 9
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=26 \
// RUN:   --expect branches.total=26 %t
#include <math.h>

int f(double a, double b, double c) {
  if (a == 0.0) {
    if (b == 0.0)
      return c == 0.0 ? 0 : 1; // everything, or nothing, is a root
    return 2;
  }
  double square = b * b, product = 4.0 * a * c;
  double discriminant = square - product;
  if (discriminant < 0.0)
    return 3;
  if (discriminant == 0.0) {
    if (b == 0.0)
      return 8;
    double rest = fma(b, b, -square) - fma(4.0 * a, c, -product);
    return fabs(b) < 100.0 && fabs(rest) > 1e-30 ? 5 : 4;
  }
  if (isinf(discriminant))
    return 7;
  return discriminant > 0.0 ? 6 : 9;
}

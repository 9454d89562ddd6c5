// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product without rounding error, although neither factor fits into a float.
//
// REACHABLE: 14 of 14
// WITNESS: 0x1.000001p0, 0x1.000003p0 -> 1
// WITNESS: 1.1, 1.3 -> 0
// WITNESS: 1.5, 1.1 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=14 \
// RUN:   --expect branches.total=14 %t
#include <math.h>

int f(double x, double y) {
  if (!(x > 1.0 && x < 2.0 && y > x && y < 2.0))
    return -1;
  if ((float)x == x || (float)y == y)
    return -1;
  double p = x * y;
  if (fma(x, y, -p) == 0.0)
    return 1;
  return 0;
}

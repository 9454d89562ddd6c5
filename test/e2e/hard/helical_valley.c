// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The helical valley of Fletcher and Powell, no. 7 of [1]. The angle jumps
// where x is zero, and the valley turns around the axis.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 6 of 6
// WITNESS: 1, 0, 0 -> 1
// WITNESS: -1, 0, 0 -> 0
// WITNESS: 0, 1, 0 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
#include <math.h>

int f(double x, double y, double z) {
  double theta = 0.25;
  if (x > 0.0)
    theta = atan(y / x) / 6.283185307179586;
  else if (x < 0.0)
    theta = atan(y / x) / 6.283185307179586 + 0.5;
  double a = 10.0 * (z - 10.0 * theta);
  double b = 10.0 * (sqrt(x * x + y * y) - 1.0);
  if (a * a + b * b + z * z == 0.0)
    return 1;
  return 0;
}

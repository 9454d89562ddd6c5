// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powell's badly scaled function, no. 3 of [1]. That it has exact zeros in
// doubles was found by enumeration: near the solution one step of x moves the
// second residual by about 1/1400 of a step of its own, so that of 6000
// neighbouring x, each with the 7 y around 1/(1e4 x), 1216 pairs make both
// residuals zero (with glibc's exp, whose error is below one step; another libm
// has others).
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 2 of 2
// WITNESS: 0x1.707b2b0b09389p-17, 0x1.23658dd909e6ap+3 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
#include <math.h>

int f(double x, double y) {
  double a = 1e4 * x * y - 1.0;
  double b = exp(-x) + exp(-y) - 1.0001;
  if (a * a + b * b == 0.0)
    return 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powell's badly scaled function, no. 3 of [1], residual by residual. The zeros
// are those of powell_badly_scaled.c; the pairs that make the first residual
// zero are a thin curve through the plane.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 4 of 4
// WITNESS: 0x1.707b2b0b09389p-17, 0x1.23658dd909e6ap+3 -> 2
// WITNESS: 1, 1e-4 -> 1
//
// The search finds the zero of both at every second seed (11 of 20), seed 1
// among them.
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=4 \
// RUN:   --expect branches.total=4 %t
#include <math.h>

int f(double x, double y) {
  if (1e4 * x * y - 1.0 == 0.0) {
    if (exp(-x) + exp(-y) - 1.0001 == 0.0)
      return 2;
    return 1;
  }
  return 0;
}

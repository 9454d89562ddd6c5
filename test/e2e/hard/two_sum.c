// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error of a rounded sum, by Knuth's two-sum: exactly half a step, a tie.
//
// REACHABLE: 12 of 12
// WITNESS: 1.5, 0.25 + 0x1p-53 -> 1
// WITNESS: 1.5, 0.25 -> 0
// WITNESS: 1, 2 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=12 \
// RUN:   --expect branches.total=12 %t
int f(double a, double b) {
  if (!(a >= 1.0 && a < 2.0 && b > 0.1 && b < 0.5))
    return -1;
  double s = a + b;
  double t = s - a;
  double error = (a - (s - t)) + (b - t);
  if (s < 2.0 && error == 0x1p-53)
    return 1;
  return 0;
}

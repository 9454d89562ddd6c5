// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rosenbrock's function, no. 1 of [1]: a curved valley.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 2 of 2
// WITNESS: 1, 1 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x, double y) {
  double a = 10.0 * (y - x * x);
  double b = 1.0 - x;
  if (a * a + b * b == 0.0)
    return 1;
  return 0;
}

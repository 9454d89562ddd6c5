// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beale's function, no. 5 of [1], is zero only where all residuals are.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 2 of 2
// WITNESS: 3, 0.5 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x, double y) {
  double a = 1.5 - x * (1.0 - y);
  double b = 2.25 - x * (1.0 - y * y);
  double c = 2.625 - x * (1.0 - y * y * y);
  if (a * a + b * b + c * c == 0.0)
    return 1;
  return 0;
}

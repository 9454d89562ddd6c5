// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function of Freudenstein and Roth, no. 2 of [1], residual by residual:
// the first is easy to make zero, and must then be kept at zero.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 4 of 4
// WITNESS: 5, 4 -> 2
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=4 \
// RUN:   --expect branches.total=4 %t
int f(double x, double y) {
  double a = -13.0 + x + ((5.0 - y) * y - 2.0) * y;
  if (a == 0.0) {
    double b = -29.0 + x + ((y + 1.0) * y - 14.0) * y;
    if (b == 0.0)
      return 2;
    return 1;
  }
  return 0;
}

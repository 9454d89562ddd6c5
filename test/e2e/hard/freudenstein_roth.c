// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function of Freudenstein and Roth, no. 2 of [1]. Beside the zero there is
// a local minimum of 48.98 near (11.41, -0.90), where a descent may end.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 2 of 2
// WITNESS: 5, 4 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x, double y) {
  double a = -13.0 + x + ((5.0 - y) * y - 2.0) * y;
  double b = -29.0 + x + ((y + 1.0) * y - 14.0) * y;
  if (a * a + b * b == 0.0)
    return 1;
  return 0;
}

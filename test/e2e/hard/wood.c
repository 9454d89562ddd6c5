// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wood's function, no. 14 of [1], with its non-stationary point near (-1, 1,
// -1, 1), where descents slow down.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 2 of 2
// WITNESS: 1, 1, 1, 1 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x1, double x2, double x3, double x4) {
  double a = 10.0 * (x2 - x1 * x1);
  double b = 1.0 - x1;
  double c = 9.486832980505138 * (x4 - x3 * x3);
  double d = 1.0 - x3;
  double e = 3.1622776601683795 * (x2 + x4 - 2.0);
  double g = (x2 - x4) / 3.1622776601683795;
  if (a * a + b * b + c * c + d * d + e * e + g * g == 0.0)
    return 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wood's function, no. 14 of [1], residual by residual, in an order in which a
// later one needs both of two inputs moved that an earlier one ties together.
// Once the first four are zero the last two are sure, so that their other
// outcomes are impossible: x2 + x4 == 2 and x2 == x4 give x2 = x4 = 1 (the sum
// is exact for equal doubles), and b, d only leave x1 = x3 = 1.
// [1]: More, Garbow, Hillstrom, ACM TOMS 7(1), 1981.
//
// REACHABLE: 10 of 12
// WITNESS: 1, 1, 1, 1 -> 6
// WITNESS: -1, 1, 1, 1 -> 2
// WITNESS: 1, 1, -1, 1 -> 3
// WITNESS: 0.5, 0.5, 3, 1.5 -> 1
// WITNESS: 0, 0, 0, 0 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=12 %t
int f(double x1, double x2, double x3, double x4) {
  if (x2 + x4 - 2.0 != 0.0)
    return 0;
  if (x2 - x4 != 0.0)
    return 1;
  if (1.0 - x1 != 0.0)
    return 2;
  if (1.0 - x3 != 0.0)
    return 3;
  if (x2 - x1 * x1 != 0.0)
    return 4; // not reachable
  if (x4 - x3 * x3 != 0.0)
    return 5; // not reachable
  return 6;
}

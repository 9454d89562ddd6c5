// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two equations that tie two inputs together: one alone has a solution for
// every x, both have just one pair with x > y (found by trying all pairs near
// the real solution), and on the way there both inputs must move at once.
//
// REACHABLE: 6 of 6
// WITNESS: 0x1.2b1a290efc0ecp+3, 0x1.6987aaed4af41p-2 -> 2
// WITNESS: 9.5, 0x1.9999999999998p-3 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
int f(double x, double y) {
  if (x > y && x + y == 9.7) {
    if (x * y == 3.3)
      return 2;
    return 1;
  }
  return 0;
}

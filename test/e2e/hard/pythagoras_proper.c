// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x*x + y*y == z*z without the trivial ways: no zero, no equal legs, no square
// that is absorbed by the other, none that overflows.
//
// REACHABLE: 10 of 10
// WITNESS: 3, 4, 5 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(double x, double y, double z) {
  if (x > 1.0 && y > x && z > 1.0 && z < 1000.0)
    if (x * x + y * y == z * z)
      return 1;
  return 0;
}

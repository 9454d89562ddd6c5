// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x*x + y*y == z*z, which trivial values meet (zero, an infinite square).
//
// REACHABLE: 2 of 2
// WITNESS: 3, 4, 5 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x, double y, double z) {
  if (x * x + y * y == z * z)
    return 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rosenbrock's function with its zero moved to where neither a special value
// nor a constant of the code helps: 1.7 x rounds to 5.3 for one double x, and y
// must then be x*x, rounded. 1.0 - 1e-17 is 1.0: no smaller residual than 2^-53
// is about, and no square underflows.
//
// REACHABLE: 2 of 2
// WITNESS: 0x1.8f0f0f0f0f0f1p+1, 0x1.3707f8e9dacbcp+3 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=2 %t
int f(double x, double y) {
  double a = 10.0 * (y - x * x);
  double b = 5.3 - x * 1.7;
  if (a * a + b * b == 0.0)
    return 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bisection for a square root: how often the loop turns depends on both inputs.
//
// REACHABLE: 24 of 24
// WITNESS: 2, 2e-5 -> 1
// WITNESS: 0.3, 1.5e-16 -> 2
// WITNESS: 0x1.002001p-2, 1e-9 -> 4
// WITNESS: 0.5625, 0.1 -> 3
// WITNESS: 2, 1e-300 -> 5
// WITNESS: 2, 1 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=24 \
// RUN:   --expect branches.total=24 %t
int f(double x, double tolerance) {
  if (!(x > 0.0 && x < 1e6 && tolerance > 0.0))
    return -1;
  double low = 0.0, high = x < 1.0 ? 1.0 : x;
  int n = 0;
  while (high - low > tolerance && n < 100) {
    double middle = low + (high - low) / 2.0;
    if (middle * middle == x)
      return n >= 12 ? 4 : 3; // an exact hit, late or early
    if (middle * middle < x)
      low = middle;
    else
      high = middle;
    ++n;
  }
  if (n == 17)
    return 1;
  if (n == 53)
    return 2;
  return n == 100 ? 5 : 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear interpolation in a table with knots at unequal distances: on a knot,
// beyond the ends, and a value that one double reaches (all doubles of the
// segment near it were tried).
//
// REACHABLE: 18 of 18
// WITNESS: -1 -> 1
// WITNESS: 4 -> 2
// WITNESS: NAN -> 3
// WITNESS: 1.3 -> 4
// WITNESS: 0x1.1d5d5d5d5d5d6p-1 -> 5
// WITNESS: 0.05 -> 0
// WITNESS: 0.6 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=18 \
// RUN:   --expect branches.total=18 %t
int f(double x) {
  static const double xs[8] = {0.0, 0.1, 0.25, 0.5, 0.8, 1.3, 2.1, 3.4};
  static const double ys[8] = {0.0, 0.35, 0.6, 0.72, 1.4, 1.1, 0.2, -0.9};
  if (x < xs[0])
    return 1;
  if (x > xs[7])
    return 2;
  if (x != x)
    return 3;
  int low = 0, high = 7;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (x >= xs[middle])
      low = middle;
    else
      high = middle;
  }
  if (low == 5 && x == xs[low])
    return 4;
  double t = (x - xs[low]) / (xs[high] - xs[low]);
  double y = ys[low] + t * (ys[high] - ys[low]);
  if (low == 3 && y == 0.85)
    return 5;
  return 0;
}

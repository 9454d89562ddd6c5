// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sixteen inputs that must ascend strictly within a span of less than 1: a
// guard for each neighbour, and one that ties the ends.
//
// REACHABLE: 34 of 34
// WITNESS: 0, .01, .02, .03, .04, .05, .06, .07, .08, .09, .1, .11, .12, .13,
//   .14, .75 -> 1
// WITNESS: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 -> 2
// WITNESS: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=34 \
// RUN:   --expect branches.total=34 %t
int f(double a, double b, double c, double d, double e, double g, double h,
      double i, double j, double k, double l, double m, double n, double o,
      double p, double q) {
  if (a < b && b < c && c < d && d < e && e < g && g < h && h < i && i < j &&
      j < k && k < l && l < m && m < n && n < o && o < p && p < q) {
    if (q - a < 1.0 && q - p > 0.5)
      return 1;
    return 2;
  }
  return 0;
}

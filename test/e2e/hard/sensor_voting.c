// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three redundant sensors: the middle value is taken, and a sensor is out if it
// is further off than the tolerance. Not reachable: all three out at once,
// since the middle value is one of them (a NaN is caught before).
//
// REACHABLE: 19 of 20
// WITNESS: NAN, 0, 0 -> -1
// WITNESS: 1, 1, 1 -> 0
// WITNESS: 1, 1, 2 -> 1
// WITNESS: 0, 1, 2 -> 2
// WITNESS: 2, 1, 0 -> 2
// WITNESS: 1, 2, 0 -> 2
// WITNESS: 1, 1.25, 1.5 -> 4
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=19 \
// RUN:   --expect branches.total=20 %t
#include <math.h>

static double middle(double a, double b, double c) {
  return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

int f(double a, double b, double c) {
  if (!(fabs(a) < 1e6 && fabs(b) < 1e6 && fabs(c) < 1e6))
    return -1;
  double m = middle(a, b, c);
  int out = 0;
  if (fabs(a - m) > 0.5)
    ++out;
  if (fabs(b - m) > 0.5)
    ++out;
  if (fabs(c - m) > 0.5)
    ++out;
  if (out == 3)
    return 3; // not reachable
  if (out == 0 && m == (a + b + c) / 3.0 && a != b)
    return 4;
  return out;
}

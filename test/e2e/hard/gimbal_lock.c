// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit quaternion to Euler angles: its norm ties four inputs together, and
// the sine of the pitch is at most 1 but for rounding. At the poles it must be
// clamped.
//
// REACHABLE: 6 of 6
// WITNESS: 0x1.6a09e667f3bcdp-1, 0, 0x1.6a09e667f3bcdp-1, 0 -> 1
// WITNESS: 0x1.6a09e667f3bcdp-1, 0, -0x1.6a09e667f3bcdp-1, 0 -> 2
// WITNESS: 1, 0, 0, 0 -> 0
// WITNESS: 0, 0, 0, 0 -> -1
// WITNESS: 0.5, 0.5, 0.5, 0.5 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
#include <math.h>

int f(double w, double x, double y, double z) {
  double norm = w * w + x * x + y * y + z * z;
  if (!(fabs(norm - 1.0) < 1e-9))
    return -1;
  double sine = 2.0 * (w * y - z * x);
  if (sine > 1.0)
    return 1;
  if (sine < -1.0)
    return 2;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An angle brought into (-pi, pi]. The end pi itself is met by the multiples 7
// and 9 of it; a quotient rounded up makes an angle slightly negative ahead of
// the second step. Not reachable: -pi or less after the second step, since that
// starts from w >= 0 and subtracts only from w > pi; the difference is exact
// near pi (Sterbenz), so that the next double above pi is already mapped above
// -pi.
//
// REACHABLE: 15 of 16
// WITNESS: 1e10 -> -1
// WITNESS: 0x1.5fdbbe9bba775p+4 -> 2
// WITNESS: -0x1.fffff538b89f7p+22 -> 3
// WITNESS: 4 -> 0
// WITNESS: 603.1857894892403 -> 4
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=15 \
// RUN:   --expect branches.total=16 %t
#include <math.h>

int f(double x) {
  const double pi = 3.141592653589793;
  if (!(fabs(x) < 1e9))
    return -1;
  double w = x - 2.0 * pi * floor(x / (2.0 * pi));
  if (w < 0.0)
    return 3;
  if (w > pi)
    w -= 2.0 * pi;
  if (w <= -pi)
    return 1; // not reachable
  if (w == pi && x > 20.0)
    return 2;
  if (w == 0.0 && x > 600.0)
    return 4;
  return 0;
}

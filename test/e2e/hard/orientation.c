// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The orientation of three points: a determinant that is exactly zero although
// no two points share a coordinate and none of the edges has slope 1.
//
// REACHABLE: 26 of 26
// WITNESS: 0.5, 0.25, 1.5, 2.25, 2.5, 4.25 -> 3
// WITNESS: 0, 0, 1, 2, 3, 1 -> 1
// WITNESS: 0, 0, 3, 1, 1, 2 -> 2
// WITNESS: 0, 0, 0, 1, 1, 2 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=26 \
// RUN:   --expect branches.total=26 %t
#include <math.h>

int f(double ax, double ay, double bx, double by, double cx, double cy) {
  double ux = bx - ax, uy = by - ay, vx = cx - ax, vy = cy - ay;
  if (!(fabs(ux) > 0.01 && fabs(uy) > 0.01 && fabs(vx) > 0.01 &&
        fabs(vy) > 0.01 && fabs(bx - cx) > 0.01 && fabs(by - cy) > 0.01))
    return -1;
  if (!(fabs(ux) < 1e3 && fabs(uy) < 1e3 && fabs(vx) < 1e3 && fabs(vy) < 1e3))
    return -2;
  if (fabs(ux) == fabs(uy))
    return -3;
  double determinant = ux * vy - uy * vx;
  if (determinant == 0.0)
    return 3;
  return determinant < 0.0 ? 1 : 2;
}

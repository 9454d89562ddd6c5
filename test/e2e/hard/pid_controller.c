// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of a PID controller with saturation and anti-windup.
//
// REACHABLE: 32 of 32
// WITNESS: 0, 0, 0, 0, 0 -> -1
// WITNESS: 0, 0, 11, 0, 0.05 -> -2
// WITNESS: 60, 0, 0, 60, 0.05 -> 1
// WITNESS: 0, 60, 0, -60, 0.05 -> 1
// WITNESS: -1, 0, 0, -500, 0.01 -> 2
// WITNESS: 1, 0, 10, 1, 0.1 -> 3
// WITNESS: -1, 0, -10, -1, 0.1 -> 4
// WITNESS: 0x1p-60, 0, 9, 0, 0.1 -> 6
// WITNESS: 1, 0, 0, 1, 0.1 -> 0
// WITNESS: 49.5, 0, -0.546875, 49.5, 0.0625 -> 5
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=32 \
// RUN:   --expect branches.total=32 %t
#include <math.h>

int f(double target, double actual, double integral, double last, double dt) {
  if (!(dt >= 0.001 && dt <= 0.1))
    return -1;
  if (!(fabs(integral) <= 10.0))
    return -2;
  double error = target - actual;
  double next = integral + 0.5 * error * dt;
  double u = 2.0 * error + next + 0.05 * (error - last) / dt;
  int saturated = u > 100.0 ? 1 : u < -100.0 ? -1 : 0;
  if ((saturated > 0 && error > 0.0) || (saturated < 0 && error < 0.0))
    return 1; // anti-windup: the integral is held
  if (saturated != 0)
    return 2; // the derivative alone
  if (next > 10.0)
    return 3;
  if (next < -10.0)
    return 4;
  if (u == 100.0)
    return 5; // at the limit, not beyond
  if (next == integral && error != 0.0 && integral != 0.0)
    return 6; // absorbed
  return 0;
}

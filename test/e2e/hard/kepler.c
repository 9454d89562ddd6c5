// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kepler's equation by Newton's method, which is slow or does not settle at all
// for some orbits of eccentricity near 1: how often the loop turns depends on
// both (of 200,000 random orbits 114 took 20 to 49 turns, 48 did not settle in
// 50).
//
// REACHABLE: 16 of 16
// WITNESS: 0.3322156542563924, 0.9983875473170057 -> 2
// WITNESS: 0.15, 0.1 -> 0
// WITNESS: 0.18795616411163849, 0.9870824415444301 -> 1
// WITNESS: 1, 1 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=16 \
// RUN:   --expect branches.total=16 %t
#include <math.h>

int f(double anomaly, double e) {
  if (!(anomaly > 0.0 && anomaly < 3.14 && e >= 0.0 && e < 0.9999))
    return -1;
  double x = anomaly, step = 1.0;
  int n = 0;
  while (fabs(step) > 1e-14 && n < 50) {
    step = (x - e * sin(x) - anomaly) / (1.0 - e * cos(x));
    x -= step;
    ++n;
  }
  if (n == 50)
    return 2;
  if (n >= 20)
    return 1;
  return 0;
}

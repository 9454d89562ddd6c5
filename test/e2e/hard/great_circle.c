// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The haversine of two points on a sphere: nearly antipodal points whose sum
// rounds to more than 1, ahead of an arc sine (3835 of 100,000 random antipodal
// pairs).
//
// REACHABLE: 12 of 12
// WITNESS: 0, 0, 4 -> -1
// WITNESS: 2, 0, 0 -> -1
// WITNESS: -1.2435223212062743, 1.2435223212062743, 3.141592653589793 -> 1
// WITNESS: 0.5, 0.5, 0 -> 3
// WITNESS: 0, 0, 3.141592653589793 -> 2
// WITNESS: 0.3, 0.1, 1 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=12 \
// RUN:   --expect branches.total=12 %t
#include <math.h>

int f(double latitude1, double latitude2, double longitude) {
  if (!(fabs(latitude1) <= 1.5707963267948966 &&
        fabs(latitude2) <= 1.5707963267948966 &&
        fabs(longitude) <= 3.141592653589793))
    return -1;
  double s = sin((latitude2 - latitude1) / 2.0);
  double t = sin(longitude / 2.0);
  double h = s * s + cos(latitude1) * cos(latitude2) * t * t;
  if (h > 1.0)
    return 1; // asin(sqrt(h)) would be a NaN
  if (h == 1.0)
    return 2;
  if (h == 0.0)
    return 3;
  return 0;
}

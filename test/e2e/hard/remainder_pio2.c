// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A remainder of x by pi/2, reduced in three steps as Cody and Waite do, that
// is much nearer to zero than the step between two x. Of the 635,000 multiples
// of pi/2 in range 561 have a double within 1e-14, and 52 within 1e-15 (all
// were tried).
//
// REACHABLE: 8 of 8
// WITNESS: 0x1.00d3404518acdp+10 -> 2
// WITNESS: 0x1.fa94f1da7e2cfp+9 -> 1
// WITNESS: 1001 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=8 \
// RUN:   --expect branches.total=8 %t
#include <math.h>

int f(double x) {
  if (!(x > 1000.0 && x < 1e6))
    return -1;
  double k = rint(x * 0x1.45f306dc9c883p-1);
  double r = x - k * 0x1.921fb544p+0;
  r -= k * 0x1.0b4611a6p-34;
  r -= k * 0x1.3198a2e037073p-69;
  if (fabs(r) < 1e-14) {
    if (fabs(r) < 1e-15)
      return 2;
    return 1;
  }
  return 0;
}

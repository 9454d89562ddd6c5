// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// floor(x + 0.5) is not the nearest integer for one double below 0.5, its
// predecessor: the sum lies half-way between two doubles and goes to the even
// one, 1. Every smaller x has a sum below 1.
//
// REACHABLE: 6 of 6
// WITNESS: 0x1.fffffffffffffp-2 -> 1
// WITNESS: 0.25 -> 0
// WITNESS: 0.75 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
#include <math.h>

int f(double x) {
  if (!(x >= 0.0 && x < 0.5))
    return -1;
  if (floor(x + 0.5) == 1.0)
    return 1;
  return 0;
}

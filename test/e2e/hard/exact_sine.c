// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sine that must be 0.5 exactly, off the principal branch. With glibc's sin
// the nearest double to pi/6 + 2 pi is one of many solutions.
//
// REACHABLE: 4 of 4
// WITNESS: 0x1.b3a259b49db85p+2 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=4 \
// RUN:   --expect branches.total=4 %t
#include <math.h>

int f(double x) {
  if (x > 1.0 && sin(x) == 0.5)
    return 1;
  return 0;
}

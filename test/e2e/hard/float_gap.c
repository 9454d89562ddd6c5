// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one float where counting up by one stops, but counting down does not:
// 2^24. All positive floats were tried: below, both change x, above, both or
// neither do.
//
// REACHABLE: 6 of 6
// WITNESS: 0x1p24f -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
int f(float x) {
  if (x > 0.0f && x + 1.0f == x && x - 1.0f != x)
    return 1;
  return 0;
}

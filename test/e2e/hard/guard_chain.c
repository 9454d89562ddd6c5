// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thirty nested guards over three inputs, each narrowing what those before
// left, down to x in (10, 10.001), y in (10, 2x - 10), z above x + y - 10.
//
// REACHABLE: 64 of 64
// WITNESS: 10.0005, 10.0005, 11 -> 30
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=64 \
// RUN:   --expect branches.total=64 %t
#define THREE(i)                                                               \
  if (!(x > i))                                                                \
    return 3 * i - 3;                                                          \
  if (!(y < 2.0 * x - i))                                                      \
    return 3 * i - 2;                                                          \
  if (!(z > x + y - 20.0 + i))                                                 \
    return 3 * i - 1;

int f(double x, double y, double z) {
  THREE(1)
  THREE(2)
  THREE(3)
  THREE(4)
  THREE(5)
  THREE(6)
  THREE(7)
  THREE(8)
  THREE(9)
  THREE(10)
  if (x < 10.001 && y > 10.0)
    return 30;
  return 29;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A single subnormal, since the scaling is exact; then a product that is the
// smallest subnormal, where only a subnormal x is let in.
//
// REACHABLE: 10 of 10
// WITNESS: 24 * 0x1p-1074, 1 -> 1
// WITNESS: 0x1p-1073, 0.5 -> 2
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(double x, double y) {
  if (x * 0x1p600 == 0x1.8p-470)
    return 1;
  if (x > 0.0 && x < 0x1p-1060 && y < 0.75 && x * y == 0x1p-1074)
    return 2;
  return 0;
}

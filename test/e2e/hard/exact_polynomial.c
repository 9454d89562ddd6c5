// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computed values that must hit one double. For each, all doubles near the real
// solution were tried: one double x each gives 10.7, 12.3 and 0.37.
//
// REACHABLE: 10 of 10
// WITNESS: 0x1.678fe1b83d1c3p+1 -> 1
// WITNESS: 0x1.5838a9323da3ap+1 -> 2
// WITNESS: 0x1.c50a9304df8f9p-2 -> 3
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(double x) {
  if (x > 2.75 && x * x + x == 10.7)
    return 1;
  if (((x - 1.1) * x + 0.3) * x == 12.3)
    return 2;
  if (x < 1.0 && x / (1.0 + x * x) == 0.37)
    return 3;
  return 0;
}

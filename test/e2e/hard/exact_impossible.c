// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equalities without a solution in doubles. Rounded products and sums are
// monotone in x > 0, and so it is enough to see that two neighbouring doubles
// enclose the wanted value: 0x1.6a09e667f3bcc squared is 0x1.ffffffffffffe, and
// its next neighbour's square is 0x1.0000000000001p+1; 0x1.0b36bf123a8cdp+1
// gives 0x1.15fffffffffffp+4 for the second, its next neighbour
// 0x1.1600000000001p+4. For x < 0 both are the same.
//
// REACHABLE: 2 of 4
// WITNESS: 1.5 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=2 \
// RUN:   --expect branches.total=4 %t
int f(double x) {
  if (x * x == 2.0)
    return 1; // not reachable
  if (x * x * 3.7 + 1.25 == 17.375)
    return 2; // not reachable
  return 0;
}

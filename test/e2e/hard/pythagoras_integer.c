// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pythagorean triples of integers: 1 of about 400 pairs (a, b) has a c, and
// nothing near it tells.
//
// REACHABLE: 10 of 10
// WITNESS: 21, 28, 35 -> 1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(int a, int b, int c) {
  if (a <= 20 || b <= a || c <= b || c >= 1000)
    return -1;
  if (a * a + b * b == c * c)
    return 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// (x - 1)^7 written out, by Horner's rule: near 1 rounding is all that is left,
// and has both signs and zeros (5274 of 400,000 random x within 0.02 of 1 gave
// zero, 36,089 a wrong sign above 1).
//
// REACHABLE: 10 of 10
// WITNESS: 0x1.ff6dd13645439p-1 -> 1
// WITNESS: 0x1.01f212d773190p+0 -> 2
// WITNESS: 0 -> 4
// WITNESS: 2 -> 3
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(double x) {
  double p = x - 7.0;
  p = p * x + 21.0;
  p = p * x - 35.0;
  p = p * x + 35.0;
  p = p * x - 21.0;
  p = p * x + 7.0;
  p = p * x - 1.0;
  if (p == 0.0 && x != 1.0)
    return 1;
  if (p < 0.0 && x > 1.0075)
    return 2;
  return p > 0.0 ? 3 : 4;
}

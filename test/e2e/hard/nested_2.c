// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two nested equalities of computed values; the second ties a new input to the
// first.
//
// REACHABLE: 4 of 4
// WITNESS: 0x1.678fe1b83d1c3p+1, 0x1.8b84ab7ddcd24p+1 -> 2
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=4 \
// RUN:   --expect branches.total=4 %t
int f(double a, double b) {
  if (a * a + a == 10.7)
    if (b / a == 1.1)
      return 2;
  return 0;
}

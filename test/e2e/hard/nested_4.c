// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four nested equalities of computed values over four inputs. Each can be met
// by the new input alone, once those before have the values of the witness.
//
// REACHABLE: 8 of 8
// WITNESS: 0x1.678fe1b83d1c3p+1, 0x1.8b84ab7ddcd24p+1, 0x1.28f6a904465b6p+0,
//   0x1.fb9487befc671p+0 -> 4
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=8 \
// RUN:   --expect branches.total=8 %t
int f(double a, double b, double c, double d) {
  if (a * a + a == 10.7)
    if (b / a == 1.1)
      if (b + c == 4.25)
        if (d * c == 2.3)
          return 4;
  return 0;
}

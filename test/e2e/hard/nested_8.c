// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight nested equalities over eight inputs, each met by copying a computed
// value into the next input.
//
// REACHABLE: 16 of 16
// WITNESS: 1.25, 3.75, -3.75, 14.0625, 15.3125, 0x1.46aaaaaaaaaabp+2,
//   -0x1.2a05f1fd72aabp+33, -0x1.74876e7ccf556p+33 -> 8
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=16 \
// RUN:   --expect branches.total=16 %t
int f(double a, double b, double c, double d, double e, double g, double h,
      double i) {
  if (a == 1.25)
    if (b == a * 3.0)
      if (c == b - 7.5)
        if (d == c * c)
          if (e == d + a)
            if (g == e / 3.0)
              if (h == g - 1e10)
                if (i == h * a)
                  return 8;
  return 0;
}

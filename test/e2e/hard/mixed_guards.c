// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards on integers and floats in turn, each narrow: 3 n == 3003 has one
// solution even modulo 2^32, since 3 is odd.
//
// REACHABLE: 10 of 10
// WITNESS: 1001, 0x1.f480000000001p+9, 0x69, 250 -> 4
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
int f(int n, double x, unsigned char c, long long m) {
  if (n * 3 == 3003)
    if (x > n && x < n + 1e-9)
      if ((c ^ 0x5a) == 0x33)
        if ((double)m * 4.0 == n - 1.0)
          return 4;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a double, as libm code looks at them: one value as a pair, a
// masked high word, and a low word that is a function of the high one.
//
// REACHABLE: 10 of 10
// WITNESS: bits(0x40490fdb12345678) -> 1
// WITNESS: bits(0x7fe0000000000001) -> 2
// WITNESS: bits(0x3ff00000a5ba5da5) -> 3
// WITNESS: 1 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=10 \
// RUN:   --expect branches.total=10 %t
#include <stdint.h>
#include <string.h>

int f(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t high = bits >> 32, low = (uint32_t)bits;
  if (((high - 0x40490fdb) | (low - 0x12345678)) == 0)
    return 1;
  if ((high & 0x7fffffff) == 0x7fe00000 && low == 1)
    return 2;
  if (high >> 20 == 0x3ff && (low ^ 0xa5a5a5a5) == high >> 9)
    return 3;
  return 0;
}

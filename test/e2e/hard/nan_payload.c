// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches that only NaNs take, one of them a signalling NaN, told apart by
// sign and payload.
//
// REACHABLE: 10 of 10
// WITNESS: bits(0x7ff80000deadbeef) -> 2
// WITNESS: bits(0xfff8000000000001) -> 3
// WITNESS: bits(0x7ff0000000001234) -> 1
// WITNESS: bits(0x7ff8000000000000) -> 4
// WITNESS: 1 -> 0
// WITNESS: bits(0x7ff0000000000001) -> 5
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
  if (x == x)
    return 0;
  uint64_t payload = bits & 0x7ffffffffffff;
  if ((bits >> 51 & 1) == 0)
    return payload == 0x1234 ? 1 : 5; // signalling
  if (payload == 0xdeadbeef)
    return 2;
  if (bits >> 63 != 0)
    return 3;
  return 4;
}

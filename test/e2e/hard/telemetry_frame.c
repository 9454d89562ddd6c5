// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame of eight bytes: two that are fixed, a length, a kind, three of
// payload, and a checksum over all.
//
// REACHABLE: 16 of 16
// WITNESS: 0x7e, 0xa5, 3, 1, 10, 20, 30, 0x26 -> 1
// WITNESS: 0x7e, 0xa5, 3, 2, 0x7f, 0x80, 0x55, 0x89 -> 2
// WITNESS: 0x7e, 0xa5, 3, 2, 0, 0, 0, 0 -> -2
// WITNESS: 0, 0, 0, 0, 0, 0, 0, 0 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=16 \
// RUN:   --expect branches.total=16 %t
#include <stdint.h>

int f(uint8_t a, uint8_t b, uint8_t length, uint8_t kind, uint8_t p, uint8_t q,
      uint8_t r, uint8_t check) {
  if (a != 0x7e || b != 0xa5 || length != 3)
    return -1;
  uint8_t sum = 0;
  uint8_t rest[5] = {length, kind, p, q, r};
  for (int i = 0; i < 5; ++i)
    sum = (uint8_t)((sum << 1 | sum >> 7) ^ rest[i]);
  if (sum != check)
    return -2;
  if (kind == 2)
    if ((int8_t)p == 127 && (int8_t)q == -128)
      return 2;
  return 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest positive integer that a double does not hold: 2^53 + 1.
//
// REACHABLE: 6 of 6
// WITNESS: 9007199254740993 -> 1
// WITNESS: 5 -> 0
// WITNESS: -5 -> -1
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=6 \
// RUN:   --expect branches.total=6 %t
#include <stdint.h>

int f(int64_t n) {
  if (n <= 0 || n > 9007199254740993)
    return -1;
  if ((int64_t)(double)n != n)
    return 1;
  return 0;
}

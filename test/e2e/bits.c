// Inputs are bits: only a signalling NaN whose payload sits in the low word
// takes the last branch, and it survives JSON and the replay.
// RUN: %exits 0 %coverme %s --entry payload --json %t.json -q
// RUN: %check-suite --expect branches.covered=8 %t.json
// RUN: %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry zeros --json %t.json -q
// RUN: %check-suite %t.json
// RUN: FileCheck %s < %t.json
#include <stdint.h>
#include <string.h>

int payload(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  uint32_t high = bits >> 32, low = (uint32_t)bits;
  if ((high & 0x7fffffff) != 0x7ff00000)
    return 0;
  if (low == 0)
    return 1;
  if (high >> 31)
    return 2;
  if (x != x)
    return 3;
  return 4;
}

// The two zeros are different inputs.
// CHECK-DAG: "0x8000000000000000"
// CHECK-DAG: "0x0000000000000000"
int zeros(double x) {
  if (x != 0)
    return 0;
  if (1 / x < 0)
    return 1;
  return 2;
}

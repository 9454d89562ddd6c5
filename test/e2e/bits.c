// Inputs are bits: only a signalling NaN whose payload sits in the low word
// comes to the last decision, and it survives JSON and the replay. What it does
// not come past is the decision's other side: no NaN equals itself.
// RUN: %exits 0 %coverme %s --entry payload --json %t.json -q
// RUN: %check-suite --expect branches.covered=7 --expect branches.proved_infeasible=1 --expect sites.3.branches.0.verdict='"proved_infeasible"' %t.json
// RUN: FileCheck %s --check-prefix NAN < %t.json
// NAN: "nan(0x{{[0-9a-f]+}})"
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
  return 4; // infeasible
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

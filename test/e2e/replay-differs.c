// Results that gcc's build need not have are no findings: another time, and what
// is not finite where the flags say that nothing is.
//
// RUN: %coverme %s --entry nanoseconds | FileCheck %s --check-prefix NONE
// RUN: %coverme %s --entry ratio -- -ffast-math | FileCheck %s --check-prefix NONE
// NONE: 2 of 2 branches
// NONE-NOT: replay-differs
//
// Others are.
// RUN: %coverme %s --entry rounds --json %t.json -- -ffast-math | FileCheck %s
// CHECK: replay-differs: returns {{.*}} when compiled by gcc, {{.*}} before
//
// A first coverme.toml names them, and does not propose to accept them.
// RUN: rm -rf %t && mkdir %t && cd %t && %exits 0 %coverme init %t.json && FileCheck %s --check-prefix INIT --implicit-check-not accept < coverme.toml
// INIT: # replay-differs: returns
#include <time.h>

long nanoseconds(int x) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (x == 12345)
    return -1;
  return now.tv_nsec;
}

double ratio(double x) {
  double y = x;
  if (x == 0)
    return x / y;
  return 2;
}

double rounds(double x) {
  double sum = x + 0x1p60, rest = sum - 0x1p60;
  if (x > 3)
    return 2;
  return rest;
}

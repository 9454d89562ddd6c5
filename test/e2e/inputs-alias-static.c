// A pointer is not led to what a static variable of a function leads to: no
// other function, and so no replay, may name that.
//
// RUN: %exits 1 %coverme %s --entry remembered | FileCheck %s
// CHECK: remembered: 1 of 2 branches covered
// CHECK: gcov (gcc): lines 4/5

int remembered(const int *p) {
  static const int *last;
  if (last == p)
    return 1;
  last = p;
  return 0;
}

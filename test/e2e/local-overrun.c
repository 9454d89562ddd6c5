// What overruns a local array by one byte ends there, and changes nothing of
// what is noted of other calls.
// RUN: %coverme %s --entry text --json %t.json | FileCheck %s
// CHECK: text: 2 of 2 branches covered
// CHECK-NOT: replay-differs
// CHECK: n = -3{{ *}}->{{ *}}51
#include <stdio.h>

int text(int n) {
  char b[10];
  sprintf(b, "%d", n);
  if (b[0] == '-')
    return b[1];
  return b[0];
}

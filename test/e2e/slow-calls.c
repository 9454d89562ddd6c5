// Calls that take long leave time to see what they took in a new process, under
// gcc and under clang; the time that they take is no finding.
// RUN: %exits 1 timeout 11 %coverme %s --entry slow --timeout 6 > %t
// RUN: FileCheck %s < %t
//
// CHECK: slow: {{[1-9]}} of 10 branches covered
// CHECK-NOT: findings
#include <unistd.h>

int slow(int x) {
  usleep(600000);
  switch (x) { case 0: return 9; case 1: return 8; case 2: return 7; case 3: return 6; case 4: return 5; }
  return 0;
}

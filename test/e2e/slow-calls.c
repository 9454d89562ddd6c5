// Calls that take long leave time to see what they took in a new process, under
// gcc and under clang; the time that they take is no finding.
// RUN: %exits 1 timeout 11 %coverme %s --entry slow --timeout 6 > %t
// RUN: FileCheck %s < %t
//
// CHECK: slow: {{[1-9]|1[01]}} of 12 branches covered
// CHECK-NOT: findings
#include <string.h>
#include <time.h>

static char text[1 << 20];

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int slow(int x) {
  const double begin = seconds();
  do
    memset(text, x, sizeof text);
  while (seconds() - begin < 0.6);
  switch (x) { case 0: return 9; case 1: return 8; case 2: return 7; case 3: return 6; case 4: return 5; }
  return 0;
}

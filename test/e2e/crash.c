// A crash of the code under test is a finding with its input, and the search
// goes on: never a crash of coverme.
// RUN: %exits 0 %coverme %s --entry nullWrite --json %t.json > %t.txt
// RUN: %check-suite --expect branches.covered=4 --expect findings.0.kind='"signal"' --expect findings.0.inputs.0.value='"0x1.5p+5"' %t.json
// RUN: FileCheck %s --check-prefix NULL < %t.txt
// RUN: %exits 0 %coverme %s --entry division --json %t.json > %t.txt
// RUN: %check-suite --expect findings.0.kind='"signal"' --expect findings.0.inputs.1.value='"0"' %t.json
// RUN: FileCheck %s --check-prefix DIVISION < %t.txt
// RUN: %exits 0 %coverme %s --entry aborts --json - | %check-suite --expect findings='[]' -
// RUN: %exits 1 %coverme %s --entry overflow --json - | %check-suite --expect findings.0.kind='"stack-overflow"' -
#include <stdint.h>
#include <stdlib.h>

// The branch that leads into the crash has no test that returns.
// NULL: raises SIGSEGV
// NULL-SAME: 42
int nullWrite(double x) {
  if (x == 42.0)
    *(volatile int *)0 = 1;
  if (x > 100.0)
    return 1;
  return 0;
}

// DIVISION: raises SIGFPE
int division(int32_t a, int32_t b) {
  volatile int32_t divisor = b;
  if (b == 0 && a > 5)
    return a / divisor;
  return 0;
}

int aborts(double x) {
  if (x < 5.0)
    return x < 1.0;
  if (x == 1e100)
    return 2;
  if (x > 1e200)
    abort();
  return 3;
}

// Recursion without end on the stack.
static int sink;
int overflow(int32_t n) {
  volatile char page[4096];
  page[n & 4095] = 1;
  if (n == 1000000007)
    return overflow(n) + page[7];
  return sink;
}

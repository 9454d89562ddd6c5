// Ensures by running it that a site calls its hook exactly while its byte is
// set, with its operands, ahead of its outcome, and that fuel ends a loop.
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %cc -O0 %s %t.stub.o -o %t.0 && %t.0 | FileCheck %s
// RUN: %cc -O2 %s %t.stub.o -o %t.2 && %t.2 | FileCheck %s
#include <stdint.h>
#include <stdio.h>

extern uint8_t __start_coverme_states[];

int compare(double x, float y, long double z, int i, unsigned u) {
  return (x < 1.5) + 2 * (y >= 2.5f && z == 3.5L) + (i > -4 ? 8 : 16) +
         (u < 5u ? 32 : 64);
}

void loop(volatile int *n) {
  while (*n > 0)
    ;
}

int main(void) {
  // CHECK: all off: 43
  printf("all off: %d\n", compare(1, 3, 3.5L, -1, 4));
  for (int i = 0; i < 4; ++i)
    __start_coverme_states[i] = 1;
  // CHECK-NEXT: site 0 op 3: 3 2.5
  // CHECK-NEXT: site 1 op 1: 3.5 3.5
  // CHECK-NEXT: site 2 op 2: -1 -4
  // CHECK-NEXT: site 3 op 4: 4 5
  // CHECK-NEXT: all on: 43
  printf("all on: %d\n", compare(1, 3, 3.5L, -1, 4));
  volatile int one = 1;
  // CHECK-NEXT: out of fuel
  loop(&one);
  puts("not reached");
  // CHECK-NOT: not reached
  return 0;
}

// Ensures that a function that the source calls const or pure keeps its hits:
// its calls are not merged or dropped once it writes to the runtime.
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %cc -O2 %s %t.stub.o -o %t && %t | FileCheck %s
#include <stdint.h>

extern uint8_t __start_coverme_states[];

__attribute__((const, noinline)) static double magnitude(double x) {
  return x < 0 ? -x : x;
}

int main(void) {
  __start_coverme_states[0] = 1;
  // CHECK-COUNT-3: site 0 op 4: -2 0
  volatile double x = -2;
  double y = x;
  double sum = magnitude(y) + magnitude(y);
  magnitude(y);
  return sum != 4;
}

// Code that does not come back: a finding, and the search goes on.
// RUN: %exits 1 %coverme %s --entry endless --json %t.json > %t.txt
// RUN: %check-suite --expect findings.0.kind='"endless-loop"' %t.json
// RUN: FileCheck %s < %t.txt
// RUN: %exits 1 %coverme %s --entry sleeps --no-gcov --max-evals 2000 --json - | %check-suite --expect findings.0.kind='"hang"' -
// So does code that is busy where there are no counters.
// RUN: %exits 1 %coverme %s --entry spins --no-gcov --max-evals 2000 --json - | %check-suite --expect findings.0.kind='"hang"' --expect branches.covered=3 -
// A library has none at all: its calls are left early, so that many of
// them leave time for the others.
// RUN: gcc -w -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %coverme %s --entry distant --json %t.json -- -DDISTANT %t.so
// RUN: %check-suite --expect findings.0.kind='"hang"' --expect branches.covered=6 %t.json
// Nor has an object that becomes a part of the instrumented one.
// RUN: gcc -w -fPIC -c -DLIBRARY %s -o %t.o
// RUN: %coverme %s --entry distant --json %t.json -- -DDISTANT %t.o
// RUN: %check-suite --expect findings.0.kind='"hang"' --expect branches.covered=6 %t.json
#ifdef LIBRARY
int halve(unsigned n) {
  int count = 0;
  for (; n != 1; n >>= 1)
    ++count;
  return count;
}
#else
#ifdef DISTANT
int halve(unsigned n);
int distant(unsigned n, double x) {
  if (halve(n & 31) > 1)
    return x == 77.0 ? 1 : 2;
  return x == 78.5 ? 3 : 4;
}
#endif

#include <stdlib.h>
#include <unistd.h>

// CHECK: loop
int endless(double x) {
  if (x > 1e10)
    for (;;)
      ;
  if (x < 3.0)
    return 1;
  return 0;
}

int leaves(double x) {
  if (x == 77.0)
    exit(3);
  return x > 1.0;
}

int sleeps(double x) {
  if (x == 77.0)
    for (;;)
      pause();
  return x > 1.0;
}

int spins(double x) {
  if (x == 77.0)
    __asm__ volatile("1: jmp 1b");
  return x > 1.0 ? 2 : 0;
}
#endif

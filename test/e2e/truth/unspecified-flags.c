// Flags and attributes that clang passes over.
// RUN: %truth --build 'gcc -O0' %s -- -funsigned-bitfields
// RUN: echo "-funsigned-bitfields" > %t.flags
// RUN: %truth --build 'gcc -O0' %s -- @%t.flags
// RUN: %truth --build 'gcc -O0' %s -- -ftrivial-auto-var-init=pattern -DFILLED
//
// The program's start makes subnormal numbers zeros.
// RUN: echo "-mdaz-ftz" > %t.zeros
// RUN: %exits 1 %coverme %s --entry doubled --prove interval --max-evals 2000 \
// RUN:   --no-gcov -- @%t.zeros | FileCheck %s
// RUN: %exits 1 %coverme %s --entry doubled --prove interval --max-evals 2000 \
// RUN:   --no-gcov -- -Ofast | FileCheck %s
// CHECK: doubled: 3 of 4 branches covered, 0 proved infeasible
#include <assert.h>

int field(int x);
int doubled(double x);

#ifndef CALLER
int doubled(double x) {
  if (!(x > 0))
    return 0;
  if (x * 2 == 0)
    return 1;
  return 2;
}

int field(int x) {
#ifdef FILLED // by gcc with 0xfe, by clang with 0xaa
  struct {
    unsigned bits;
  } s;
  unsigned *bits = &s.bits;
  if (x > 7)
    *bits = 0;
  const unsigned limit = 0xf0000000;
#else
  struct {
    int bits : 3;
  } s;
  s.bits = x & 7;
  const int limit = 3;
#endif
  if (s.bits > limit) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(field(7));
  return 0;
}
#endif

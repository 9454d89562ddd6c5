// What is said of a symbol behind its definition, gcc heeds and clang passes
// over; ahead of it, both heed it.
// RUN: %truth --build 'gcc -O0' %s -- -DATTRIBUTE
// RUN: %truth --build 'gcc -O0' %s -- -DPRAGMA
// RUN: %truth --build 'gcc -O0' %s -- -DOPERATOR
// RUN: %truth --build 'gcc -O0' %s -- -DBLOCK
// RUN: %exits 1 %coverme %s --entry f --prove interval --no-gcov -- -DAHEAD > %t
// RUN: FileCheck %s < %t
// CHECK: 1 proved infeasible
#include <assert.h>

int f(unsigned char x);
int number(void);

#ifndef CALLER
#ifdef AHEAD
#pragma weak number
#endif
int number(void) { return 1; }
#ifdef ATTRIBUTE
int number(void) __attribute__((__weak__));
#elif defined PRAGMA
#pragma weak number
#elif defined OPERATOR
_Pragma("weak number")
#elif defined BLOCK
int weaken(void) {
  extern int number(void) __attribute__((weak));
  return number();
}
#endif

int f(unsigned char x) {
  if (number() == 2) // TAKEN: true
    return 1;
  if (x > 255)
    return 2;
  return 0;
}
#else
int number(void) { return 2; }
int main(void) {
  assert(f(0) == 1);
  return 0;
}
#endif

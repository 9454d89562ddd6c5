// Headers of the user's that ask for the compiler, however they are included.
// RUN: %truth --build 'gcc -O0' %s
// RUN: %truth --build 'gcc -O0' %s -- -DVALUE
// RUN: %truth --build 'gcc -O0' %s -- -DANGLED -I %S
// What only counts as a header of the system is another's, too.
// RUN: %truth --build 'gcc -O0' %s -- -DANGLED -isystem %S
// RUN: %truth --build 'gcc -O0' %s -- -DMARKED
#include <assert.h>
#ifdef ANGLED
#include <Inputs/compiler.h>
#elif defined MARKED
#include "Inputs/system.h"
#else
#include "Inputs/compiler.h"
#endif

int f(unsigned char x);

#ifndef CALLER
int f(unsigned char x) {
  if (x > MOST) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif

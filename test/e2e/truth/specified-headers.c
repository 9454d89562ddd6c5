// What asks for the compiler where it makes no difference, or in a header that
// stands for one of the system's.
// RUN: %truth --build 'gcc -O0' %s -- -I %S/Inputs/libc
// RUN: %truth --build 'gcc -O0' %s -- -I %S/Inputs/libc -D_GNU_SOURCE -include math.h
#include <assert.h>
#include <ieeefp.h>
#include "Inputs/elsewhere.h"

int f(unsigned char x);

#ifndef CALLER
int f(unsigned char x) {
  if (x > MOST) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(!f(255));
  return 0;
}
#endif

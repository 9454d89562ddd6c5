// An enum of a given mode has a sign for clang, and none for gcc.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

int f(int k);

#ifndef CALLER
enum small { FIRST, LAST = 3 } __attribute__((mode(QI)));
static enum small last;
int f(int k) {
  last = (enum small)k;
  if (last > 127) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(200));
  return 0;
}
#endif

// Constants of the file whose value compilers differ in: of an enumeration, and
// of a variable.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s -- -DVARIABLE
#include <assert.h>

int f(int x);

#ifndef CALLER
#define SIZE (__builtin_types_compatible_p(_Atomic int, int) ? 300 : 1)
#ifdef VARIABLE
static const int size = SIZE;
#else
enum { size = SIZE };
#endif

int f(int x) {
  if ((x & 255) + 2 < size) // TAKEN: true
    return 1;
  return 0;
}

#else
int main(void) {
  assert(f(3) == 1);
  return 0;
}
#endif

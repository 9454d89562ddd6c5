// What has a name of the C library is the program's own where the compiler is
// told that there is no such library.
// RUN: %truth %s -- -ffreestanding
// RUN: %truth %s -- -fno-builtin-abs
#include <assert.h>

int abs(int x);
int negative(short x);

#ifndef CALLER
int negative(short x) {
  if (abs(x) < 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int abs(int x) { return x > 0 ? -x : x; }

int main(void) {
  assert(negative(1));
  return 0;
}
#endif

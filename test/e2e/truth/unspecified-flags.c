// Flags and attributes that clang passes over.
// RUN: %truth --build 'gcc -O0' %s -- -funsigned-bitfields
// RUN: echo "-funsigned-bitfields" > %t.flags
// RUN: %truth --build 'gcc -O0' %s -- @%t.flags
#include <assert.h>

int field(int x);

#ifndef CALLER
int field(int x) {
  struct {
    int bits : 3;
  } s;
  s.bits = x & 7;
  if (s.bits > 3) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(field(7));
  return 0;
}
#endif

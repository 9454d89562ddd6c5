// Constants that are shifted by too much: clang and gcc calculate others. In
// functions, and in files where a variable, an enumerator or a width is one.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %S/Inputs/shifted-table.c
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %S/Inputs/shifted-enumerator.c
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %S/Inputs/shifted-width.c
#include <assert.h>

int constant(unsigned char i);
int kept(unsigned char i);
int fits(unsigned char i);

#ifndef CALLER
int constant(unsigned char i) {
  const int table[2] = {1 << 40, 2};
  if (table[i & 1] == 0) // TAKEN: true
    return 1;
  return 0;
}

int kept(unsigned char i) {
  static const unsigned table[2] = {0x80000000u >> 32, 3};
  if (table[i & 1] == 0) // TAKEN: true
    return 1;
  return 0;
}

int fits(unsigned char i) {
  const int table[2] = {1 << 31 - 7, (int)1e9};
  if (table[i & 1] == 0) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(constant(0));
  assert(kept(0));
  return 0;
}
#endif

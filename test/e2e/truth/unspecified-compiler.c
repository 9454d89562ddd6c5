// A file that asks for the compiler is another file to gcc.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int version(unsigned char x);
int name(unsigned char x);

#ifndef CALLER
int version(unsigned char x) {
  if (x + __GNUC__ > 260) // TAKEN: true
    return 1;
  return 0;
}

#ifdef __clang__
enum { most = 255 };
#else
enum { most = 9 };
#endif
int name(unsigned char x) {
  if (x > most) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(version(255));
  assert(name(10));
  return 0;
}
#endif

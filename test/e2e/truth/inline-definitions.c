// C does not say whether an inline definition is called or the external one.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int standard(unsigned char x);
int gnu(unsigned char x);
int inside(unsigned char x);

#ifndef CALLER
inline int limit(void) { return 300; }
int standard(unsigned char x) {
  if (x > limit()) // TAKEN: true
    return 1;
  return 0;
}

extern inline __attribute__((gnu_inline)) int bound(void) { return 300; }
int gnu(unsigned char x) {
  if (x > bound()) // TAKEN: true
    return 1;
  return 0;
}

static inline int most(void) { return 300; }
int inside(unsigned char x) {
  if (x > most()) // PROVED: true
    return 1;
  return 0;
}
#else
int limit(void) { return 5; }
int bound(void) { return 5; }
int main(void) {
  assert(standard(9));
  assert(gnu(9));
  return 0;
}
#endif

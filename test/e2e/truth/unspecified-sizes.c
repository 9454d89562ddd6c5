// What compilers know of a value may be the size of an array, an index or an
// alignment.
// RUN: %truth --build 'gcc -O0' %s -- -DSIZE
// RUN: %truth --build 'gcc -O0' %s -- -DMEMBER
// RUN: %truth --build 'gcc -O0' %s -- -DALIGNMENT
// RUN: %truth --build 'gcc -O0' %s -- -DINDEX
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#define KNOWN __builtin_constant_p("a"[0])
#if defined SIZE
#define ASKED (sizeof(char[KNOWN ? 2 : 3]) == 3)
#elif defined MEMBER
struct s {
  char b[KNOWN ? 2 : 3];
};
#define ASKED (sizeof(struct s) == 3)
#elif defined ALIGNMENT
struct s {
  _Alignas(KNOWN ? 4 : 8) char c;
};
#define ASKED (sizeof(struct s) == 8)
#elif defined INDEX
static const int list[4] = {[KNOWN ? 2 : 3] = 5};
#define ASKED (list[3] == 5)
#endif
int f(unsigned char x) {
  if (x > (ASKED ? 9 : 255)) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif

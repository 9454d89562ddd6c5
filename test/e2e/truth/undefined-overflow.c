// Signed overflow wraps in coverme's builds, unless the user's flags, which
// stand behind, leave it undefined again.
// RUN: %truth --build 'gcc -O0 -fno-wrapv' %s -- -fno-wrapv
// RUN: %truth --build 'gcc -O0 -fstrict-overflow' %s -- -fstrict-overflow
#include <assert.h>
#include <limits.h>

int scaled(short x);
int negated(int x);

#ifndef CALLER
int scaled(short x) {
  int y = x * 70000;
  if (y / 70000 != x) // TAKEN: true
    return 2;
  return 0;
}

int negated(int x) {
  if (x == INT_MIN) {
    if (-x < 0) // TAKEN: false
      return 1;
  }
  return 0;
}
#else
int main(void) {
  assert(scaled(32767) == 2);
  assert(negated(INT_MIN) == 0);
  return 0;
}
#endif

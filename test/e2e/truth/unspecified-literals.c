// Of a number that fits no long long, gcc makes an __int128, and clang an
// unsigned one.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

int below(signed char x);

#ifndef CALLER
int below(signed char x) {
  if (x - 9223372036854775808 < 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(below(-1));
  return 0;
}
#endif

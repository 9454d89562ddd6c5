// Of `target`, clang passes over a part.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int extended(double x);

#ifndef CALLER
__attribute__((target("fpmath=387"))) int extended(double x) {
  if (x != 1)
    return 0;
  double sum = x + 0x1p-54 + 0x1p-53;
  if (sum > 1) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(extended(1));
  return 0;
}
#endif

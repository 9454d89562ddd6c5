// To gcc, the pragma means nothing: Annex G finds the infinity of a product.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <math.h>

int f(double a, double b, double c, double d);

#ifndef CALLER
#pragma STDC CX_LIMITED_RANGE ON
int f(double a, double b, double c, double d) {
  double real =
      __real__(__builtin_complex(a, b) * __builtin_complex(c, d));
  if (a == a)
    return 0;
  if (real > 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(NAN, INFINITY, 1, -INFINITY));
  return 0;
}
#endif

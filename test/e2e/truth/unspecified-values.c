// C says of some results no more than whether they are 0, and of a NaN not which.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <math.h>

int sign(float x);
int truth(double x);
int least(double x, double y);
int undefinedSign(double x);

#ifndef CALLER
int sign(float x) {
  int s = __builtin_signbitf(x);
  if (s < 0) // TAKEN: true
    return 1;
  return 0;
}

int truth(double x) {
  if (!(x > 1))
    return 0;
  if (__builtin_signbit(x)) // PROVED: true
    return 1;
  return 0;
}

int least(double x, double y) {
  if (!(y == 1))
    return 0;
  double z = fmin(x, y);
  if (z != z) // TAKEN: true
    return 1;
  return 0;
}

int undefinedSign(double x) {
  double zero = 0.0, z = 1.0;
  if (x > 3)
    z = zero / zero;
  if (__builtin_signbit(z)) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(sign(-1));
  assert(least(__builtin_nans(""), 1));
  assert(undefinedSign(4));
  return 0;
}
#endif

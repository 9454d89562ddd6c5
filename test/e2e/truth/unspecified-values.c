// C says of some results no more than whether they are 0, and of a NaN not which.
// RUN: %truth --build 'gcc -O0 -fno-builtin' %s
#include <assert.h>
#include <math.h>
#include <string.h>

int sign(float x);
int truth(double x);
int least(double x, double y);
int undefinedSign(double x);
int difference(unsigned char x);
int order(unsigned char x);
int known(unsigned char x);
int knownToAll(unsigned char x);

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
int difference(unsigned char x) {
  const int k = memcmp("c", "a", 1);
  if (x + k > 256) // TAKEN: true
    return 1;
  return 0;
}

int order(unsigned char x) {
  if (memcmp(&x, "a", 1) < 0)
    return 2;
  if (x + 1 > 256) // PROVED: true
    return 1;
  return 0;
}

static const int limit = 5;
int known(unsigned char x) {
  int most = __builtin_constant_p(limit) ? x & 3 : 9;
  if (most == 9) // TAKEN: true
    return 1;
  return 0;
}

int knownToAll(unsigned char x) {
  int most = __builtin_constant_p(4 + 5) ? x & 3 : 9;
  if (most == 9) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(known(1));
  assert(sign(-1));
  assert(least(__builtin_nans(""), 1));
  assert(undefinedSign(4));
  assert(difference(255));
  return 0;
}
#endif

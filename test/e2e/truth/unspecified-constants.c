// What compilers calculate, and what they say of types, is each one's own.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>
#include <string.h>

int rounded(unsigned char x);
int kind(unsigned char x);
int aligned(unsigned char x);
int quotient(unsigned char x);
int not_numbers(unsigned char x);

#ifndef CALLER
double cbrt(double x);

int rounded(unsigned char x) {
  if (x + cbrt(0.3) == 0.66943295008216952) // TAKEN: true
    return 1;
  return 0;
}

int kind(unsigned char x) {
  if (x + __builtin_classify_type((_Bool)x) == 1) // TAKEN: true
    return 1;
  return 0;
}

int aligned(unsigned char x) {
  if (x + __alignof__(kind) == 1) // TAKEN: true
    return 1;
  return x;
}

int quotient(unsigned char x) {
  if (x > 0)
    return 0;
  _Complex int a = 7 + x + 5i;
  a /= 2 - 3i;
  if (__real__ a != 0) // TAKEN: true
    return 1;
  return 0;
}

int not_numbers(unsigned char x) {
  const double calculated = 0.0 / 0.0, named = __builtin_nan("");
  unsigned long one, other;
  memcpy(&one, &calculated, sizeof one);
  memcpy(&other, &named, sizeof other);
  if (one != other) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(rounded(0));
  assert(kind(0));
  assert(aligned(0));
  assert(quotient(0));
  assert(not_numbers(0));
  return 0;
}
#endif

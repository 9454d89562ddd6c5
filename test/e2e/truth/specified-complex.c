// What C11 has in <complex.h>, and glibc for gcc since version 4.7 alone. A
// file that has a replacement for it, too, says the same to all compilers.
// RUN: %truth --build 'gcc -O0' %s
// RUN: %truth --build 'gcc -O0 -std=c11' %s -- -std=c11
#include <assert.h>
#include <complex.h>

int f(double x);

#ifndef CALLER
#ifndef CMPLX
#define CMPLX(x, y) ((x) + 0 * (y))
#endif

int f(double x) {
  const double complex number = CMPLX(1.0, x);
  if (cimag(number) == 3.0) // TAKEN: true
    return 1;
  if (creal(number) != 1.0) // PROVED: true
    return 2;
  return 0;
}
#else
int main(void) {
  assert(f(3.0) == 1);
  assert(f(1.0) == 0);
  return 0;
}
#endif

// -fno-math-errno tells the compiler that nobody looks at errno; libm sets it.
// RUN: %truth --build 'gcc -O0' %s --max-evals 2000 -- -fno-math-errno
#include <assert.h>
#include <errno.h>
#include <math.h>

int logarithm(int *p, double x);
int ofBytes(signed char *p, signed char x);
int below(int *p, double x);
int exponential(int *p, double x);

#ifndef CALLER
int logarithm(int *p, double x) {
  *p = 0;
  volatile double y = log(x);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}

int ofBytes(signed char *p, signed char x) {
  *p = 0;
  volatile double y = log(x);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}

// No intrinsic of LLVM's: by its flag, it leaves all memory as it is.
int exponential(int *p, double x) {
  *p = 0;
  volatile double y = expm1(x);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}

static double halved(double x, int depth) {
  return depth > 0 ? halved(x / 2, depth - 1) : log(x);
}

int below(int *p, double x) {
  *p = 0;
  volatile double y = halved(x, 3);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(logarithm(&errno, 0) == 1);
  assert(ofBytes((signed char *)&errno, 0) == 1);
  assert(below(&errno, 0) == 1);
  assert(exponential(&errno, 1000) == 1);
  return 0;
}
#endif

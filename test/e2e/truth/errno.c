// A caller's pointer may lead to errno, which functions of libm write to.
// RUN: %truth --build 'gcc -O0' %s --max-evals 2000
#include <assert.h>
#include <errno.h>
#include <math.h>

int root(int *p, double x);
int logarithm(signed char *p, signed char x);
int whole(int *p, double x);
int apart(int *restrict p, double x);

#ifndef CALLER
int root(int *p, double x) {
  *p = 0;
  double y = sqrt(x);
  if (*p == EDOM) // TAKEN: true
    return 1;
  return y > 1 ? 2 : 0;
}

int logarithm(signed char *p, signed char x) {
  *p = 0;
  volatile double y = log(x);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}

int whole(int *p, double x) {
  *p = 0;
  double y = floor(x);
  if (*p == EDOM) // PROVED: true
    return 1;
  return y > 1 ? 2 : 0;
}

int apart(int *restrict p, double x) {
  *p = 0;
  double y = sqrt(x);
  if (*p == EDOM) // PROVED: true
    return 1;
  return y > 1 ? 2 : 0;
}
#else
int main(void) {
  assert(root(&errno, -1));
  assert(logarithm((signed char *)&errno, 0));
  return 0;
}
#endif

// Two pointers to numbers may lead to one number, or to numbers that overlap.
// RUN: %truth %s
#include <assert.h>

int same(double *p, double *q);
int shifted(int *p, int *q);
int narrower(int *p, short *q);
int apart(double *restrict p, double *restrict q);

#ifndef CALLER
int same(double *p, double *q) {
  *p = 1;
  *q = 2;
  if (*p == 2) // TAKEN: true
    return 1;
  return 0;
}

int shifted(int *p, int *q) {
  p[0] = 1;
  p[1] = 1;
  q[0] = 2;
  q[1] = 3;
  if (p[1] == 2) // TAKEN: true
    return 1;
  return 0;
}

int narrower(int *p, short *q) {
  *p = 1;
  *q = 2;
  if (*p == 2) // TAKEN: true
    return 1;
  return 0;
}

int apart(double *restrict p, double *restrict q) {
  *p = 1;
  *q = 2;
  if (*p == 2) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  double x;
  int n[3];
  assert(same(&x, &x));
  assert(shifted(n, n + 1));
  assert(narrower(n, (short *)n));
  return 0;
}
#endif

// A caller's pointer may lead to errno, which functions of libm write to.
// RUN: %truth --build 'gcc -O0' %s --max-evals 2000
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int root(int *p, double x);
int logarithm(signed char *p, signed char x);
int whole(int *p, double x);
int apart(int *restrict p, double x);
struct Mixed {
  double value;
  int count;
};
int wide(double *p, double x);
int member(struct Mixed *s, double x);
int second(int *p, double x);
int behind(int *p, double x);
int words(double *p, double x);
int sign(int *p, double x);
int number(int *p, const char *text);
int numberBelow(int *p, const char *text);

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

// errno is an int, with no other object around it.
int wide(double *p, double x) {
  *p = 0;
  double y = sin(x);
  if (*p != 0) // PROVED: true
    return 1;
  return y > 0 ? 2 : 0;
}

int member(struct Mixed *s, double x) {
  s->value = 0;
  s->count = 0;
  double y = exp(x);
  if (s->value != 0) // PROVED: true
    return 1;
  if (s->count != 0) // PROVED: true
    return 2;
  return y > 1 ? 3 : 0;
}

int second(int *p, double x) {
  p[1] = 0;
  double y = log(x);
  if (p[1] == EDOM) // PROVED: true
    return 1;
  return y > 1 ? 2 : 0;
}

int behind(int *p, double x) {
  p[-1] = 0;
  volatile double y = log(x);
  if (p[-1] == EDOM) // TAKEN: true
    return 1;
  return 0;
}

int words(double *p, double x) {
  *(int *)p = 0;
  volatile double y = log(x);
  if (*(int *)p == EDOM) // TAKEN: true
    return 1;
  return 0;
}

int sign(int *p, double x) {
  *p = 0;
  volatile double y = lgamma(x);
  if (*p == -1) // TAKEN: true
    return 1;
  return 0;
}

// Headers and compilers say of it that it only reads.
int number(int *p, const char *text) {
  *p = 0;
  volatile double y = atof(text);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}

static long twice(const char *text, int depth) {
  return depth > 0 ? twice(text, depth - 1) : 2 * atol(text);
}

int numberBelow(int *p, const char *text) {
  *p = 0;
  volatile long y = twice(text, 3);
  if (*p == ERANGE) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(behind(&errno + 1, -1));
  assert(words((double *)&errno, -1));
  assert(sign(&signgam, -0.5));
  assert(number(&errno, "1e999"));
  assert(numberBelow(&errno, "99999999999999999999"));
  assert(root(&errno, -1));
  assert(logarithm((signed char *)&errno, 0));
  return 0;
}
#endif

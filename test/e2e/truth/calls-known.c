// What calls leave as it is: functions of the C library that only read, or write
// to one place; functions that call themselves and write to nothing.
// RUN: %truth %s --max-evals 2000 --match '^(length|found|parts|through|recursive|sinks|alternates|fill|passes|walk|pointed|taken)$'
#include <assert.h>
#include <math.h>
#include <string.h>

int length(const char *text, int *p);
int found(char *text, char c);
int parts(double *p, double x);
int through(double *p, double *q, double x);
int taken(double x);
int recursive(int *p, int n);
int sinks(int *p, int n);
int alternates(int *p, int n);
int passes(int *p, int n);
int pointed(short n);
extern int level;

#ifndef CALLER
int level;

int length(const char *text, int *p) {
  *p = 3;
  unsigned long n = strlen(text);
  if (*p != 3) // PROVED: true
    return 1;
  return n > 3;
}

// The result is a way to what the pointer leads to.
int found(char *text, char c) {
  char *at = strchr(text, c);
  text[0] = 'a';
  *at = 'b';
  if (text[0] == 'b') // TAKEN: true
    return 1;
  return 0;
}

int parts(double *p, double x) {
  double whole;
  *p = 1;
  double rest = modf(x, &whole);
  if (*p != 1) // PROVED: true
    return 1;
  return rest > 0;
}

int through(double *p, double *q, double x) {
  *p = 1;
  modf(x, q);
  if (*p == 8) // TAKEN: true
    return 1;
  return 0;
}

int taken(double x) {
  int exponent = 5;
  frexp(x, &exponent);
  if (exponent == 4) // TAKEN: true
    return 1;
  return 0;
}

static int factorial(int n) {
  if (n <= 1)
    return 1;
  return n * factorial(n - 1);
}
int recursive(int *p, int n) {
  *p = 3;
  int product = factorial(n & 7);
  if (*p != 3) // PROVED: true
    return 1;
  return product > 5;
}

static int sink(int n) {
  if (n <= 0)
    return 0;
  level = n;
  return sink(n - 1);
}
int sinks(int *p, int n) {
  *p = 3;
  sink(n & 7);
  if (*p == 1) // TAKEN: true
    return 1;
  return 0;
}

// The one writes, and calls the other, which calls the one.
static int other(int n);
static int one(int n) {
  if (n <= 0)
    return 0;
  return other(n - 1);
}
static int other(int n) {
  if (n <= 0)
    return 0;
  level = n;
  return one(n - 1);
}
int alternates(int *p, int n) {
  *p = 3;
  one(n & 7);
  if (*p == 1) // TAKEN: true
    return 1;
  return 0;
}

// It writes to a variable of its own, and to what it is passed.
static int fill(int *p, int n) {
  int local = n;
  *p = n;
  if (n <= 4)
    return local;
  return fill(&local, n - 1) + fill(p, n - 1);
}
int passes(int *p, int n) {
  *p = 3;
  fill(p, 4 + (n & 3));
  if (*p == 4) // TAKEN: true
    return 1;
  return 0;
}

// A pointer that it returns may be what it was passed.
static int *walk(int *p, int n) {
  if (n <= 0)
    return p;
  return walk(p, n - 1);
}
int pointed(short n) {
  int value = 1;
  *walk(&value, n & 7) = 2;
  if (value == 2) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  char text[] = "xyz";
  double x;
  assert(found(text, 'x'));
  assert(through(&x, &x, 8.5));
  assert(taken(8));
  assert(sinks(&level, 2));
  assert(alternates(&level, 2));
  int n;
  assert(passes(&n, 1));
  assert(pointed(2));
  return 0;
}
#endif

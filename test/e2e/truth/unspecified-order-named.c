// Variables that are used by their names are apart from each other, and from
// objects behind pointers that are larger. Others may be what a pointer leads to.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <stdlib.h>

struct pair {
  double first, second;
};
struct counter {
  int count;
};
extern int status, other;
extern double last;
extern struct pair both;

int apart(const struct pair *pair, double x);
int same(double x);
int behind(const int *count, double x);
int member(const struct counter *counter, double x);
int wide(const double *number, double x);
int elsewhere(double x);
int sized(int n);
int flexible(double *number);
struct open {
  int count;
  double numbers[];
};
extern struct open open;

#ifndef CALLER
int status, other;
double last;
struct pair both;
static int texts[2];

static double checked(double x) {
  status = 1;
  return x;
}
static double sum(double a, double b) { return a + b; }
static int isZero(int a, double b) { return (a == 0) + 0 * (b > 0); }

int apart(const struct pair *pair, double x) {
  status = 0;
  const double result = sum(pair->first, checked(x));
  if (result * 0 > 1) // PROVED: true
    return 1;
  texts[1] = 0;
  int number = isZero(other, checked(x));
  number += isZero(texts[1], checked(x));
  if (number > 2) // PROVED: true
    return 2;
  return 0;
}

// What is allocated is no variable of the program's.
static double **rows;
int allocated(int n) {
  double *row[4] = {0};
  row[n & 3] = malloc(sizeof(double));
  rows = row;
  rows[n & 3] = calloc(1, sizeof(double));
  if ((n & 3) > 3) // PROVED: true
    return 1;
  return 0;
}

int same(double x) {
  status = 0;
  const int got = isZero(status, checked(x));
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}

int behind(const int *count, double x) {
  status = 0;
  if (*count != 0)
    return 0;
  const int got = isZero(*count, checked(x));
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}

int member(const struct counter *counter, double x) {
  status = 0;
  const int got = isZero(counter->count, checked(x));
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}

static double stored(double x) {
  both.second = 1;
  last = x;
  return x;
}


int wide(const double *number, double x) {
  both.second = 0;
  const double before = *number;
  const double got = sum(*number * 2, stored(x));
  if (before != 0)
    return 0;
  if (got != x) // TAKEN: true
    return 1;
  return 0;
}

static int ofNumber(int *number) {
  *number = 1;
  return 0;
}
int sized(int n) {
  int numbers[(n & 3) + 1];
  numbers[0] = 0;
  int *const first = numbers;
  const int got = isZero(numbers[0], ofNumber(first));
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}

struct open open = {2, {0, 0}};
static int written(double *number) {
  *number = 1;
  return 0;
}
int flexible(double *number) {
  open.numbers[1] = 0;
  const int got = isZero(open.numbers[1] > 0, written(number));
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}

int stranger(void);
int elsewhere(double x) {
  status = 0;
  const int got = isZero(status, stranger());
  if (got == 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int stranger(void) {
  status = 1;
  return 1;
}
int main(void) {
  const struct pair pair = {1, 2};
  assert(apart(&pair, 1) == 0);
  assert(same(1));
  assert(behind(&status, 1));
  assert(member((const struct counter *)&status, 1));
  assert(wide(&both.second, 4));
  assert(elsewhere(4));
  assert(sized(3));
  assert(flexible(&open.numbers[1]));
  return 0;
}
#endif

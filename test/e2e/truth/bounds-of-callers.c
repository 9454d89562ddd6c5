// What the user says of inputs need not hold of calls that a call leads to. What
// holds without it is proved all the same.
// RUN: %truth %s --max-evals 5000 --range n=1:9 --array p=2
// RUN: %truth %s --max-evals 5000 --assume 'n >= 1' --assume 'n < 10' --distinct
#include <assert.h>

typedef void (*Callback)(void);

int numbers(int n, Callback call);
int objects(int n, int *p, int *q, Callback call);
int direct(int n);

#ifndef CALLER
int numbers(int n, Callback call) {
  int result = 0;
  if (n > 9) // TAKEN: true
    result = 1;
  if ((n & 6) == 1) // PROVED: true
    result = 2;
  call();
  return result;
}

int objects(int n, int *p, int *q, Callback call) {
  int result = 0;
  *p = 1;
  *q = 2;
  if (*p == 2) // TAKEN: true
    result = 1;
  if (n > 4) {
    if (n < 5) // PROVED: true
      result = 2;
  }
  call();
  return result;
}

// Nobody but the caller calls it.
int direct(int n) {
  if (n > 12) // PROVED: true
    return 1;
  return 0;
}
#else
static int x, fromNumbers, fromObjects;
static void nothing(void) {}
static void other(void) {
  fromNumbers = numbers(20, nothing);
  fromObjects = objects(20, &x, &x, nothing);
}

int main(void) {
  int y = 0;
  assert(numbers(3, other) == 0 && fromNumbers == 1);
  assert(objects(3, &x, &y, other) == 0 && fromObjects == 1);
  return direct(3);
}
#endif

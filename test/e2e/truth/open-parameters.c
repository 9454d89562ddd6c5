// Parameters that no input tells in full: pointers that may be null, functions,
// structs by value. They may be anything, and what else is known stays true.
// RUN: %truth %s --max-evals 5000
#include <assert.h>
#include <stddef.h>

struct Pair {
  int a;
  int *at;
};
struct Large {
  double at[4];
  int n;
};
typedef int (*Callback)(int);

extern int visible;
int nullable(int *p, int *q);
int nullableVisible(int *p);
int calls(Callback call, int *q);
int callsTwice(Callback one, Callback other);
int byValue(struct Pair pair, int *q);
int byMemory(struct Large large, int *q);
int masked(struct Pair pair);
int stays(const int *p, int n, Callback call);
int replaced(int *p, int n);
int compared(const int *p, const int *q);
int own(int *p);

#ifndef CALLER
int visible;

int nullable(int *p, int *q) {
  if (!p)
    return 0;
  *q = 1;
  *p = 2;
  if (*q == 2) // TAKEN: true
    return 1;
  return 0;
}

int nullableVisible(int *p) {
  if (!p)
    return 0;
  visible = 1;
  *p = 2;
  if (visible == 2) // TAKEN: true
    return 1;
  return 0;
}

int calls(Callback call, int *q) {
  *q = 1;
  call(0);
  if (*q == 7) // TAKEN: true
    return 1;
  return 0;
}

int callsTwice(Callback one, Callback other) {
  if (one == other) // TAKEN: true
    return one(1) != other(1);
  return 0;
}

int byValue(struct Pair pair, int *q) {
  *q = pair.a;
  *pair.at = 5;
  if (*q != pair.a) // TAKEN: true
    return 1;
  return 0;
}

int byMemory(struct Large large, int *q) {
  *q = 3;
  large.n += 1;
  if (large.n == 4) // TAKEN: true
    return *q == 3;
  return 0;
}

int masked(struct Pair pair) {
  const int n = pair.a & 6;
  if (n == 1) // PROVED: true
    return 0;
  if (n == 6) // TAKEN: true
    return 1;
  return 0;
}

// Whether a pointer is null does not change.
int stays(const int *p, int n, Callback call) {
  const int mask = (p ? 4 : 0) | (n & 3);
  call(n);
  if (mask & 4)
    if (p == NULL) // PROVED: true
      return 2;
  if (mask & 1)
    if (p == NULL) // TAKEN: true
      return 1;
  return 0;
}

int replaced(int *p, int n) {
  static int other;
  if (p == NULL)
    p = &other;
  else if (n > 3)
    p = NULL;
  if (p == NULL) // TAKEN: true
    return 1;
  return 0;
}

int compared(const int *p, const int *q) {
  if (p == NULL)
    return 0;
  if (q == NULL)
    return 0;
  if (p == q) // TAKEN: true
    return 1;
  return 0;
}

int own(int *p) {
  int mine = 3;
  if (p != NULL)
    *p = 4;
  if (mine == 4) // PROVED: true
    return 0;
  return 1;
}
#else
static int *behind;
static int set(int n) {
  if (n == 0)
    *behind = 7;
  return n;
}

int main(void) {
  int x = 0;
  assert(nullable(&x, &x));
  assert(nullableVisible(&visible));
  behind = &x;
  assert(calls(set, &x));
  assert(!callsTwice(set, set));
  assert(byValue((struct Pair){1, &x}, &x));
  assert(byMemory((struct Large){.n = 3}, &x));
  assert(masked((struct Pair){7, &x}));
  assert(stays(NULL, 1, set) == 1);
  assert(replaced(&x, 9));
  assert(compared(&x, &x));
  assert(own(&x));
  return 0;
}
#endif

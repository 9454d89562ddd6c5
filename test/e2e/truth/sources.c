// What a function does that is defined in another file of the program: its
// results are known, and so is what it writes. Its name may be that of a static
// function here, and a weak definition may be another one's.
// RUN: %truth %s --with %S/Inputs/sources-with.c --max-evals 2000
#include <assert.h>

extern int shared;
int grade(double x);
void touch(void);
int count(int n);
void keep(int *p);
int apply(int x);
int both(int x);
int replaced(int x);

int graded(double x);
int touched(void);
int counted(short n);
int kept(int *p, int *q);
int untouched(int *p);
int called(short x);
int own(short x);
int weakly(short x);

#ifndef CALLER
int graded(double x) {
  if (grade(x) == 3) // PROVED: true
    return 1;
  return 0;
}

int touched(void) {
  shared = 1;
  touch();
  if (shared == 8) // TAKEN: true
    return 1;
  return 0;
}

int counted(short n) {
  int before = count(0);
  if (count(n) == before + 3) // TAKEN: true
    return 1;
  return 0;
}

int kept(int *p, int *q) {
  *q = 1;
  keep(p);
  if (*q == 5) // TAKEN: true
    return 1;
  return 0;
}

int untouched(int *p) {
  *p = 1;
  if (grade(*p) == 3) // PROVED: true
    return 1;
  if (*p != 1) // PROVED: true
    return 2;
  return 0;
}

int (*hook)(int);
static int written;
static int writes(int x) { return written = x; }

int called(short x) {
  written = 0;
  hook = writes;
  apply(x);
  if (written == 7) // TAKEN: true
    return 1;
  return 0;
}

static int twice(int x) { return 3 * x; }
int own(short x) {
  x &= 15;
  if (twice(x) == 16) // PROVED: true
    return 1;
  if (both(x) == 14) // TAKEN: true
    return 2;
  return 0;
}

int weakly(short x) {
  if (replaced(x) == 6) // TAKEN: true
    return 1;
  return 0;
}
#else
int replaced(int x) { return x; }

int main(void) {
  int x;
  assert(touched());
  assert(counted(3));
  assert(kept(&x, &x));
  assert(called(7));
  assert(own(7) == 2);
  assert(weakly(6));
  return 0;
}
#endif

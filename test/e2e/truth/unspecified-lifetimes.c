// Variables that live anew: on the stack, in a switch, behind a setjmp; and
// their addresses, behind their lives.
// RUN: %truth --build 'gcc -O2' %s
#include <assert.h>
#include <stddef.h>

int allocated(int n);
int ordered(int n);
int passed(int n);
int jumped(unsigned char x);
int returned(int n);
int left(int n);
int within(int n);

#ifndef CALLER
int allocated(int n) {
  int *a = NULL, *b = NULL;
  for (int i = 0; i < 2; i++) {
    int *c = __builtin_alloca(sizeof *c);
    if (i == 0)
      a = c;
    else
      b = c;
  }
  if (a != b) // TAKEN: true
    return n + 1;
  return 0;
}

int ordered(int n) {
  char *before = NULL;
  int found = 0;
  for (int i = 0; i < 2; i++) {
    char *here = __builtin_alloca(16);
    if (i == 1)
      if (before > here) // TAKEN: true
        found = 1;
    before = here;
  }
  return found + n;
}

int passed(int n) {
  int found = 0;
  for (int i = 0; i < 2; i++) {
    switch (i) {
      int y[2];
    default:
      y[n & 1] = 1;
      y[1 - (n & 1)] = 1;
      break;
    case 1:
      if (y[n & 1] == 2) // TAKEN: true
        found = 1;
      y[n & 1] = 5;
      found += y[0] > 9;
    }
    {
      int z[2];
      z[n & 1] = 2;
      z[n >> 1 & 1] = 2;
      if (z[n >> 2 & 1] > 90)
        found = 7;
    }
  }
  return found;
}

static void *place[5];
__attribute__((noinline)) static void jump(void) {
  __builtin_longjmp(place, 1);
}

int jumped(unsigned char x) {
  int n = 0;
  if (__builtin_setjmp(place)) {
    if (n == 1) // TAKEN: true
      return 1;
    return 0;
  }
  n = 1;
  jump();
  return x;
}

static int *ofLocal(int n) {
  int local = n;
  return &local;
}

int returned(int n) {
  if (ofLocal(n) == NULL) // TAKEN: true
    return 1;
  return 0;
}

int left(int n) {
  int *first = NULL;
  for (int i = 0; i < 2; i++) {
    int local[2];
    local[n & 1] = i;
    if (i == 1)
      if (first == local) // TAKEN: true
        return 1;
    first = local + (i ? n & 1 : 0);
  }
  return 0;
}

int within(int n) {
  int a[10];
  int *p = a + (n & 7) + 1;
  if (p == a) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(allocated(0));
  assert(ordered(0));
  assert(passed(0));
  assert(jumped(1));
  assert(returned(1));
  assert(left(1));
  return 0;
}
#endif

// Memory that was not written may hold anything, another thing each time it is
// read.
// RUN: %truth --build 'gcc -O0' --max-evals=20000 %s
#include <assert.h>
#include <string.h>

struct padded {
  char c;
  int i;
};
union number {
  double d;
  unsigned u[2];
};

int once(int x);
int written(int x);
int inLoop(unsigned char n);
int again(int n);
int member(int x);
int half(int x);
int padding(int x);
int array(unsigned i);
void dirty(int value);
int twice(int x);

#ifndef CALLER
int once(int x) {
  int y;
  int *p = &y;
  if (x > 0)
    *p = 1;
  if (y == 2) // TAKEN: true
    return 1;
  return 0;
}

int written(int x) {
  int y;
  int *p = &y;
  if (x > 0)
    *p = 1;
  else
    *p = 3;
  if (y == 2) // PROVED: true
    return 1;
  return 0;
}

int inLoop(unsigned char n) {
  int i, last = 0;
  for (i = 0; i < n; i++) {
    int y[2];
    if (i == 5)
      y[n & 1] = 1;
    last = y[0];
  }
  if (last == 2) // TAKEN: true
    return 1;
  return 0;
}

static int callee(int n) {
  int y[3];
  if (n == 7)
    y[n % 3] = 1;
  return y[1];
}

int again(int n) {
  int i, last = 0;
  for (i = 0; i < 4; i++)
    last = callee(n);
  if (last == 2) // TAKEN: true
    return 1;
  return 0;
}

int member(int x) {
  struct padded s;
  s.c = 1;
  if (x > 0)
    s.i = 1;
  if (s.i == 2) // TAKEN: true
    return 1;
  return 0;
}

int half(int x) {
  union number n;
  n.u[0] = 1;
  if (x > 0)
    n.u[1] = 1;
  if (n.d == 0x2.00000001p-1022) // TAKEN: false
    return 1;
  if (n.u[1] == 2) // TAKEN: true
    return 2;
  return 0;
}

int padding(int x) {
  struct padded s;
  unsigned char bytes[sizeof s];
  s.c = (char)x;
  s.i = x;
  memcpy(bytes, &s, sizeof s);
  if (bytes[1] == 2) // TAKEN: true
    return 1;
  return 0;
}

int array(unsigned i) {
  int a[8];
  a[0] = a[1] = 1;
  if (a[i & 7] == 2) // TAKEN: true
    return 1;
  return 0;
}

int twice(int x) {
  int y;
  int *p = &y;
  if (x > 0)
    *p = 1;
  if (y == 1)
    if (x < 0) // TAKEN: true
      return 1;
  return 0;
}
#else
// Leaves its argument all over the stack below the caller. A register variable
// is in none at -O0 but in a register.
__attribute__((noinline)) void dirty(int value) {
  register int *word = (int *)__builtin_frame_address(0);
  register int *end = word - 100;
  register int what = value;
  while (word > end)
    *--word = what;
}

int main(void) {
  dirty(2);
  int one = once(-1);
  dirty(2);
  int loop = inLoop(3);
  dirty(2);
  int call = again(3);
  dirty(2);
  int mem = member(-1);
  dirty(2);
  int un = half(-1);
  dirty(0x02020202);
  int pad = padding(9);
  dirty(2);
  int arr = array(5);
  dirty(1);
  int two = twice(-1);
  assert(one);
  assert(loop);
  assert(call);
  assert(mem);
  assert(un == 2);
  assert(pad);
  assert(arr);
  assert(two);
  return 0;
}
#endif

// C leaves open in which order operands are evaluated: gcc's order is another.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int arguments(unsigned char x);
int throughMemory(unsigned char x);
int ordered(unsigned char x);
int apart(unsigned char x);

#ifndef CALLER
static int first(int a, int b) { return a + 0 * b; }

int arguments(unsigned char x) {
  int n = x & 1;
  int got = first(n, n += 2);
  if (got > 1) // TAKEN: true
    return 1;
  return 0;
}

static int count;
static int next(void) { return ++count; }

int throughMemory(unsigned char x) {
  count = x & 1;
  int got = first(next(), next());
  if (got > 1 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

int ordered(unsigned char x) {
  int n = x & 1;
  int got = (n += 2, n + 1);
  if (got > 4) // PROVED: true
    return 1;
  return 0;
}

int apart(unsigned char x) {
  int n = x & 1, m = x & 1;
  int got = first(n += 2, m += 2);
  if (got > 3) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(arguments(0));
  assert(throughMemory(0));
  return 0;
}
#endif

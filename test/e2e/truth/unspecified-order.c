// C leaves open in which order operands are evaluated: gcc's order is another.
// RUN: %truth --build 'gcc -O0' %s
//
// What is added to, where the addend changes it, both compilers read last.
// RUN: %exits 1 %coverme %s --entry added --prove interval --max-evals 2000 \
// RUN:   --no-gcov | FileCheck %s
// CHECK: added: 1 of 2 branches covered, 0 proved infeasible
#include <assert.h>

int arguments(unsigned char x);
int throughMemory(unsigned char x);
int sizes(unsigned char x);
int added(unsigned char x);
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

static int exchange(int *place, int number) {
  int before = *place;
  *place = number;
  return before + 1;
}

int sizes(unsigned char x) {
  int n = 1;
  char table[exchange(&n, 2)][exchange(&n, 3)];
  table[0][0] = x;
  if (sizeof table > 6) // TAKEN: true
    return 1;
  return 0;
}

int added(unsigned char x) {
  int n = x & 1;
  n += exchange(&n, 5);
  if (n < 6)
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
  assert(sizes(0));
  return 0;
}
#endif

// An operand may set errno, end the process, store atomically, or clean up. gcc
// evaluates arguments from the last one on, so another operand sees it, or runs
// first.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>

int reads(int *p, double x);
int stores(int x);
int leaves(short x);
int cleans(int x);
extern jmp_buf out;

#ifndef CALLER
jmp_buf out;
static int first(int a, double b) {
  (void)b;
  return a;
}

int reads(int *p, double x) {
  *p = 0;
  if (first(*p, sqrt(x)) == EDOM) // TAKEN: true
    return 1;
  return 0;
}

int stores(int x) {
  int v = 0;
  const int got = first(v, (__atomic_store_n(&v, 5, __ATOMIC_SEQ_CST), 1));
  if (got == 5) // TAKEN: true
    return 1;
  return x;
}

static int leave(void) {
  longjmp(out, 1);
  return 0;
}

static int both(int a, int b) { return a + b; }

int leaves(short x) {
  return both(x > 5 ? leave() : 2, //
              x > 5 ? 3 : 4);      // TAKEN: true
}

static int count;
static void clean(int *n) { count = count * 10 + *n; }
static int cleaned(int n) {
  int held __attribute__((cleanup(clean))) = n;
  return held;
}

int cleans(int x) {
  count = 0;
  int got = both(cleaned(1), cleaned(2)), trace = count;
  if (trace == 21) // TAKEN: true
    return 1;
  return got + x;
}
#else
int main(void) {
  errno = 0;
  assert(reads(&errno, -1));
  assert(stores(0) == 1);
  assert(cleans(0) == 1);
  if (setjmp(out) == 0)
    leaves(6);
  return 0;
}
#endif

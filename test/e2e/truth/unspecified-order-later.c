// What an operand does is known at the end of the file: its function may be
// defined behind its caller. gcc evaluates arguments from the last one on.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int arguments(int x);
int apart(int x);

#ifndef CALLER
static int first(int *p);
static int second(int *p);
static int negated(const int *p);
static int difference(int a, int b) { return a - b; }

int arguments(int x) {
  int y = x & 1;
  int got = difference(first(&y), second(&y));
  if (got > 0) // TAKEN: true
    return 1;
  return 0;
}

int apart(int x) {
  int y = x & 1;
  int got = difference(negated(&y), negated(&y));
  if (got > 0) // PROVED: true
    return 1;
  return 0;
}

static int first(int *p) { return *p += 1; }
static int second(int *p) { return *p += 1; }
static int negated(const int *p) { return -*p; }
#else
int main(void) {
  assert(arguments(1));
  assert(!apart(1));
  return 0;
}
#endif

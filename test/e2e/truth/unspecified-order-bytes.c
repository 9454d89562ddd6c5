// A function that moves bytes between variables of its own, as is usual to get
// at the bits of a number, does nothing that another operand could see; one that
// moves them elsewhere does. gcc evaluates arguments from the last one on.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <string.h>

int apart(float x);
int through(float x);
int kept(float x);
int block(float x);

#ifndef CALLER
static int level;
static int difference(int a, int b) { return a - b; }

static int high(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 32);
}
static int putAt(int *p, int x) {
  memcpy(p, &x, sizeof x);
  return 0;
}
static int keep(int x) {
  memcpy(&level, &x, sizeof level);
  return 0;
}
static int leak(int *to) {
  int own;
  int *at = memcpy(&own, to, sizeof own);
  *to = *at + 1;
  return 0;
}

int apart(float x) {
  double v[2] = {x, x};
  if (difference(high(v[0]), high(v[1])) > 0) // PROVED: true
    return 1;
  return 0;
}

int through(float x) {
  int y = 1, now = 4 + (int)(x * 0);
  if (difference(putAt(&y, now), -y) > 3) // TAKEN: false
    return 1;
  return 0;
}

int kept(float x) {
  level = 1;
  int now = 4 + (int)(x * 0);
  if (difference(keep(now), -level) > 3) // TAKEN: false
    return 1;
  return 0;
}

int block(float x) {
  int y = 5 + (int)(x * 0);
  if (difference(leak(&y), -y) > 5) // TAKEN: false
    return 1;
  return 0;
}
#else
int main(void) {
  assert(!apart(1));
  assert(!through(1));
  assert(!kept(1));
  assert(!block(1));
  return 0;
}
#endif

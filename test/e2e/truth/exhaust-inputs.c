// All inputs that there are tell nothing where something else decides, too.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <stdint.h>
#include <x86intrin.h>

int clocked(unsigned char x);
int flagged(unsigned char x);
int placed(unsigned char x);
int replaced(unsigned char x);
int held(unsigned char x);
int declared(unsigned char x);
int unwritten(unsigned char x);
int plain(unsigned char x);
int table(unsigned char x);
int called(unsigned char x);

#ifndef CALLER
int clocked(unsigned char x) {
  if ((__rdtsc() >> 8 & 0xffffff) == 1234567) // TAKEN: true
    return 1;
  return x;
}

int flagged(unsigned char x) {
  if (x * (_mm_getcsr() & 16) == 48) // TAKEN: true
    return 1;
  return 0;
}

int placed(unsigned char x) {
  int here[4] = {x};
  if (((uintptr_t)here >> 4 & 0xff) == (uintptr_t)x + 1) // TAKEN: true
    return 1;
  return 0;
}

__attribute__((weak)) int limit(void) { return 300; }

int replaced(unsigned char x) {
  if (x > limit()) // TAKEN: true
    return 1;
  return 0;
}

__attribute__((weak)) const int bound = 300;

int held(unsigned char x) {
  if (x > bound) // TAKEN: true
    return 1;
  return 0;
}

extern __attribute__((weak)) const int other;

int declared(unsigned char x) {
  if (&other) // TAKEN: true
    return 1;
  return 0;
}

int unwritten(unsigned char x) {
  int y[2];
  if (x > 300)
    y[1] = 7;
  if (y[x & 1] == 123456) // TAKEN: true
    return 1;
  return 0;
}

int plain(unsigned char x) {
  if (x * x == 36863) // PROVED: true
    return 1;
  return 0;
}

static const unsigned short squares[4] = {0, 1, 4, 9};
int table(unsigned char x) {
  if (squares[x & 3] * x % 7 == 8) // PROVED: true
    return 1;
  return 0;
}

static int twice(int x) { return 2 * x * x; }
int called(unsigned char x) {
  if (twice(x) == 99999) // PROVED: true
    return 1;
  return 0;
}
#else
int limit(void) { return 5; }
const int bound = 5;
const int other = 1;

__attribute__((noinline)) void dirty(int value) {
  register int *word = (int *)__builtin_frame_address(0);
  register int *end = word - 100;
  register int what = value;
  while (word > end)
    *--word = what;
}

static int deeper(int depth) {
  for (int x = 0; x < 256; x++)
    if (placed(x))
      return 1;
  return depth > 0 && deeper(depth - 1);
}

int main(void) {
  int found = 0;
  for (long i = 0; i < 1000000000 && !found; i++)
    found = clocked(0);
  assert(found);
  _mm_setcsr(_mm_getcsr() | 16);
  assert(flagged(3));
  assert(deeper(1000));
  assert(replaced(6));
  assert(held(6));
  assert(declared(8));
  dirty(123456);
  int left = unwritten(3);
  assert(left);
  return 0;
}
#endif

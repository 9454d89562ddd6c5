// A store outside of a variable may change any other one, whose values are in no
// memory any more to the provers; a read there finds anything.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
int neighbour(int i);
int byPointer(int i);
int byByte(signed char i);
int behind(int x);
int copied(unsigned n);
int checked(int i);
int masked(int i);
int walked(int i);

#ifndef CALLER
int neighbour(int i) {
  int b[2] = {0, 0}, a[2] = {0, 0}, c[2] = {0, 0};
  a[i] = 1;
  const int sum = b[0] + c[0];
  if (sum != 0) // TAKEN: true
    return 1;
  return 0;
}

int byPointer(int i) {
  int b[2] = {0, 0}, a[2] = {0, 0}, c[2] = {0, 0};
  int *p = a + i;
  p[0] = 1;
  const int sum = b[0] + c[0];
  if (sum != 0) // TAKEN: true
    return 1;
  return 0;
}

int byByte(signed char i) {
  int b[2] = {0, 0}, a[2] = {0, 0}, c[2] = {0, 0};
  a[i] = 1;
  const int sum = b[0] + c[0];
  if (sum != 0) // TAKEN: true
    return 1;
  return 0;
}

int behind(int x) {
  int b[2] = {77, 77}, a[4] = {1, 2, 3, 4}, c[2] = {77, 77};
  if (a[x] == b[x & 1] + c[x & 1] - 77) // TAKEN: true
    return 1;
  return 0;
}

int copied(unsigned n) {
  char b[8] = {0}, a[8] = {0}, c[8] = {0};
  __builtin_memset(a, 1, n);
  const int sum = b[0] + c[0];
  if (sum != 0) // TAKEN: true
    return 1;
  return 0;
}

int checked(int i) {
  int a[2] = {0, 0}, b[2] = {0, 0};
  if (i < 0)
    return 0;
  if (i > 1)
    return 0;
  a[i] = 1;
  if (b[0] == 1) // PROVED: true
    return 1;
  return a[0];
}

int masked(int i) {
  int a[4] = {0, 0}, b[2] = {0, 0};
  a[i & 3] = 1;
  if (b[0] == 1) // PROVED: true
    return 1;
  return a[0];
}

int walked(int i) {
  int a[4], n = i & 1;
  for (int k = 0; k < 4; k++)
    a[k] = k;
  if (n > 1) // PROVED: true
    return 1;
  return a[n];
}
#else
int main(void) {
  assert(neighbour(-2) || neighbour(2));
  assert(byPointer(-2) || byPointer(2));
  assert(byByte(-2) || byByte(2));
  assert(behind(-2) || behind(4));
  assert(copied(16));
  return 0;
}
#endif

// Types with padding of their own, of which no compiler at hand makes use, and
// the size of an array that C leaves open whether anybody counts.
// RUN: %exits 1 %coverme %s --all --prove interval --no-gcov --max-evals 300 -- -std=gnu2x > %t
// RUN: FileCheck %s < %t
// CHECK: 5 functions run; 5 of 10 branches covered, 0 proved infeasible
#include <string.h>

union Narrow {
  _BitInt(17) number;
  unsigned char bytes[4];
};

int stored(int x) {
  union Narrow narrow;
  memset(&narrow, 0, sizeof narrow);
  narrow.number = x;
  return narrow.bytes[3] == 0x40 ? 1 : 0;
}

int copied(int x) {
  unsigned _BitInt(3) number = x;
  unsigned char byte;
  memcpy(&byte, &number, 1);
  return byte == 0xf9 ? 1 : 0;
}

static const _BitInt(17) narrow = 5;
static const long double numbers[2] = {5};

int constant(int x) {
  return ((const unsigned char *)&narrow)[3] != 0 ? 1 : 0;
}

int element(int x) {
  return ((const unsigned char *)&numbers[1])[12] != 0 ? 1 : 0;
}

int counted(int x) {
  const int before = x;
  (void)sizeof(int (*)[++x]);
  return x != before ? 1 : 0;
}

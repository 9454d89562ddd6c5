// What a careless proof would take for impossible, and is not: each branch of
// these functions has a witness, and no prover may claim one of them, whether
// the search has found it or not.
// RUN: %exits 0 %coverme %s --entry bits --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry zeros --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry rounding --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry wrapping --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry conversions --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry memory --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry state --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry loops --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry calls --callees --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry classes --check-proofs --no-gcov -q
// RUN: %exits 0 %coverme %s --entry enumeration --check-proofs --no-gcov -q

#include <math.h>
#include <string.h>

static unsigned long bitsOf(double x) {
  unsigned long bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

int bits(double x) {
  if (x == x)
    return 0;
  if (bitsOf(x) == 0x7ff0000000000001) // a signalling NaN
    return 1;
  if (bitsOf(x) >> 63)
    return 2;
  return (bitsOf(x) & 0xffffffff) == 0xffffffff ? 3 : 4;
}

int zeros(double x, double y) {
  if (x == y && bitsOf(x) != bitsOf(y))
    return 1; // -0 and +0
  if (x * y == 0 && x != 0 && y != 0)
    return 2; // underflow
  return 0;
}

int rounding(double x) {
  if (x + 1e300 == 1e300 && x > 1e280)
    return 1; // half an ulp is more than that
  if (x > 0 && 1 + x == 1)
    return 2;
  if (x < 1 && x * 2 >= 2 - 0x1p-52)
    return 3; // the largest below 1
  return 0;
}

int wrapping(int n, unsigned char c) {
  if (n < 0 && -n < 0)
    return 1; // INT_MIN
  if (n > 0 && n + 1 < 0)
    return 2; // INT_MAX
  if ((unsigned char)(c + 1) < c)
    return 3;
  if (n > 1 && n * n < 0)
    return 4;
  return 0;
}

int conversions(double x, long n) {
  if (x == (double)n && (long)(float)n != n)
    return 1; // rounded to float
  if ((double)n == 9007199254740992.0 && n != 9007199254740992)
    return 2; // a tie
  return x > 0 && (float)x == 0 ? 3 : 4; // too small for a float
}

static const int table[4] = {3, 1, 4, 1};

int memory(double x, unsigned i) {
  union {
    double number;
    struct {
      unsigned low, high;
    } words;
  } pun;
  pun.number = x;
  pun.words.low = 0;
  if (pun.number != x && x > 0)
    return 1;
  int copy[4];
  memcpy(copy, table, sizeof copy);
  copy[i % 4] = 9;
  if (copy[2] == 9)
    return 2;
  return table[i % 4] == 3 ? 3 : 4;
}

static int calls_seen;
int mode; // somebody else may set it

int state(double x) {
  if (x > 0)
    calls_seen++;
  return x > 1 ? 1 : 0;
}

int loops(int n, double x) {
  int steps = 0;
  while (n > 0 && steps < 100) {
    n /= 2;
    ++steps;
  }
  if (steps == 31)
    return 1;
  for (steps = 0; x > 1 && steps < 2000; ++steps)
    x *= 0.5;
  return steps == 1024 ? 2 : 3;
}

static int leaf(double x) {
  if (x > 2)
    return 1;
  return x < -2 ? 2 : 3;
}

int calls(double x) { return x > 0 ? leaf(x) : leaf(-x) + leaf(x - 1); }

int classes(double x) {
  if (isnan(x))
    return 1;
  if (isinf(x))
    return signbit(x) ? 2 : 3;
  if (x != 0 && fabs(x) < 0x1p-1022)
    return 4;
  return fmin(x, 0) == x ? 5 : 6;
}

enum color { RED = 1, GREEN = 2 };

int enumeration(enum color c) {
  switch (c) {
  case RED:
    return 1;
  case GREEN:
    return 2;
  }
  return 3; // any integer fits an enum
}

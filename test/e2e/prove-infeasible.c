// What the interval engine proves, and what it says of it.
// RUN: %exits 0 %coverme %s --entry guards --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix GUARDS < %t
// RUN: %exits 0 %coverme %s --entry words --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix WORDS < %t
// RUN: %exits 0 %coverme %s --entry steps --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix STEPS < %t
// RUN: %exits 0 %coverme %s --entry table --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix TABLE < %t
// RUN: %exits 0 %coverme %s --entry split --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix SPLIT < %t
// Without proofs nobody knows.
// RUN: %exits 1 %coverme %s --entry guards --prove off --no-gcov -q

#include <string.h>

int guards(double x) {
  if (x > -0x1p-27 && x < 0x1p-27)
    if (1e300 + x <= 1)
      return 1;
  return 0;
}
// GUARDS: 5 of 6 branches covered, 1 proved infeasible
// GUARDS: true {{ *}}proved infeasible (interval)
// GUARDS: for x in [-0x1.fffffffffffffp-28, 0x1.fffffffffffffp-28], 1e+300 + x is in [1e+300, 1e+300], never <= 1

int words(double x) {
  unsigned long bits;
  memcpy(&bits, &x, sizeof bits);
  int high = (int)(bits >> 32);
  int magnitude = high & 0x7fffffff;
  if (magnitude < 0x3e400000 && (int)x != 0)
    return 1;
  return magnitude < 0 ? 2 : 3;
}
// WORDS: 2 proved infeasible
// WORDS: (int)x is 0, never != 0
// WORDS: (high word of x) & 0x7fffffff is in [0, 0x7fffffff], never < 0

int steps(unsigned char n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 2;
  return sum > 1000 ? 1 : 0;
}
// STEPS: 1 proved infeasible

static const double limits[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int table(unsigned i) { return limits[i & 7] > 34 ? 1 : limits[i & 7] < 1; }
// TABLE: 1 proved infeasible
// TABLE: never > 34

// No one box shows it.
int split(double x) {
  if (x >= 0 && x <= 4)
    if (x * x - 5 * x > 0.001)
      return 1;
  return 0;
}
// SPLIT: 1 proved infeasible

// A table copied to the stack, and changed there.
// RUN: %exits 0 %coverme %s --entry copied --prove interval --no-gcov -q
int copied(unsigned i) {
  int steps[6] = {3, 1, 4, 1, 5, 9};
  steps[1] = 2;
  return steps[i % 6] > 9 || steps[i % 6] < 1;
}

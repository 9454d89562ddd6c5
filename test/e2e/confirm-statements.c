// gcc folds conditional expressions into what is around them, and statements
// never, on however few lines they stand. Its arguments are evaluated from right
// to left here, so that v is 1 there, and -1 with us: it does not come to x.
// RUN: %exits 1 %coverme %s --entry either | FileCheck %s --check-prefix EITHER
// EITHER: either: 0 of 4 branches covered
// RUN: %exits 1 %coverme %s --entry loop | FileCheck %s --check-prefix LOOP
// LOOP: loop: 0 of 4 branches covered
//
// Nor does it turn an `if` round, but for one with nothing to do on one side.
// RUN: %exits 1 %coverme %s --entry bodies | FileCheck %s --check-prefix BODIES
// BODIES: bodies: 0 of 2 branches covered
// RUN: %exits 1 %coverme %s --entry both | FileCheck %s --check-prefix BOTH
// BOTH: both: 0 of 4 branches covered
// RUN: %exits 1 %coverme %s --entry turned | FileCheck %s --check-prefix TURNED
// TURNED: turned: 0 of 2 branches covered
// RUN: %exits 1 %coverme %s --entry cases | FileCheck %s --check-prefix CASES
// CASES: cases: 0 of 4 branches covered
// RUN: %exits 1 %coverme %s --entry sharing | FileCheck %s --check-prefix SHARING
// SHARING: sharing: 0 of 6 branches covered
// RUN: %exits 1 %coverme %s --entry beside | FileCheck %s --check-prefix BESIDE
// BESIDE: beside: 0 of 6 branches covered
// RUN: %exits 1 %coverme %s --entry told | FileCheck %s --check-prefix TOLD
// TOLD: told: 4 of 6 branches covered
// RUN: %coverme %s --entry ranges | FileCheck %s --check-prefix RANGES
// RANGES: ranges: 72 of 72 branches covered
// RUN: %exits 1 %coverme %s --prove off --entry negated | FileCheck %s --check-prefix NEGATED
// NEGATED: negated: 1 of 2 branches covered
// RUN: %exits 1 %coverme %s --prove off --entry nothing | FileCheck %s --check-prefix NOTHING
// NOTHING: nothing: 2 of 4 branches covered
#include <stdlib.h>
static int state;
static int next(void) { return ++state; }
static int difference(int a, int b) { return a - b; }

// clang-format off
int either(int x) {
  state = 0; int v = difference(next(), next());
  if (v > 0 || x > 3) state++;
  return x;
}
int loop(int x) {
  state = 0; int v = difference(next(), next()), left = 4;
  while (v < 0 && left-- > 0) {
    state += 1;
  }
  return x;
}
int bodies(int x) {
  state = 0; int v = difference(next(), next());
  if (v < 0) { state++; } else { state--; }
  return x;
}
int both(int x) {
  state = 0; int v = difference(next(), next());
  if (v < 0 && v < 1) { state++; } else { state--; }
  return x;
}
int turned(int x) {
  state = 0; int v = difference(next(), next());
  if (!(v > 0)) { state++; } else { state--; }
  return x;
}
int cases(int x) {
  state = 0; int v = difference(next(), next());
  switch (v) {
  case -1: state++; break;
  case 1: state += 2; break;
  default: state--;
  }
  return x;
}
int sharing(int x) {
  state = 0; int v = difference(next(), next());
  switch (v) {
  case -1: case -2:
    state++; break;
  case 1:
    state += 2; break;
  default: state--;
  }
  return state * 0 + x;
}
int beside(int x) {
  state = 0; int v = difference(next(), next());
  switch (v) {
  case 1: case 2:
    state++; break;
  case 9:
    state += 2; break;
  default: state--;
  }
  return x;
}
int told(int x) { // other results, and ways of cases that tell
  state = 0; int v = difference(next(), next());
  switch (x) {
  case 1: case 2:
    v *= 3; break;
  case 9:
    v *= 4; break;
  default: v *= 5;
  }
  return v;
}
int ranges(int x) {
  switch (x) {
  case 2:
    return 4;
  case 3 ... 5:

  case 180 ... 210: return 5;
  case 40:
    return 6;
  default:
    return 7;
  }
}
int negated(int x) {
  int v = atoi("7");
  if (!(v < 3)) { state++; } else { state--; }
  return x;
}
int nothing(int x) {
  int v = atoi("7");
  if (v > 8 || v > 3) { int unused; } else { state--; }
  return x;
}

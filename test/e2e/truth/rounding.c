// The rounding mode is changed by what a pointer leads to, whoever calls it, or
// by what calls the function.
// RUN: %truth --build 'gcc -O0 -frounding-math' --build 'gcc -O2 -frounding-math' %s -- -lm
#include <assert.h>
#include <fenv.h>
#include <stdlib.h>
int byTable(short x);
int byArgument(short x);
int bySort(short x);
int byEither(short x);
int byCaller(short x);
int byNobody(short x);
#ifndef CALLER
static int set(int mode) { return fesetround(mode); }
static int (*const setters[])(int) = {set};
int byTable(short x) {
  double one = (x & 1) + 1;
  setters[0](FE_UPWARD);
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
static int apply(int (*change)(int), int mode) { return change(mode); }
int byArgument(short x) {
  double one = (x & 1) + 1;
  apply(fesetround, FE_UPWARD);
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
static int compare(const void *a, const void *b) {
  fesetround(FE_UPWARD);
  return a < b;
}
int bySort(short x) {
  double one = (x & 1) + 1;
  int numbers[2] = {1, 2};
  qsort(numbers, 2, sizeof *numbers, compare);
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
int byEither(short x) {
  double one = (x & 1) + 1;
  int (*change)(int) = x & 2 ? set : fesetround;
  change(FE_UPWARD);
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
static int called(short x) {
  double one = (x & 1) + 1;
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
static int passedOn(short x) { return called(x); }
int byCaller(short x) {
  fesetround(FE_UPWARD);
  return passedOn(x);
}
int byNobody(short x) {
  double one = (x & 1) + 1;
  if (one + 0x1p-60 > one) // PROVED: true
    return 1;
  return 0;
}
#else
static void meet(int code(short), short x) {
  fesetround(FE_TONEAREST);
  assert(code(x));
}
int main(void) {
  meet(byTable, 0);
  meet(byArgument, 0);
  meet(bySort, 0);
  meet(byCaller, 0);
  meet(byEither, 0);
  meet(byEither, 2);
  return 0;
}
#endif

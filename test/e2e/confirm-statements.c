// gcc folds conditional expressions into what is around them, and statements
// never, on however few lines they stand. Its arguments are evaluated from right
// to left here, so that v is 1 there, and -1 with us: it does not come to x.
// RUN: %exits 1 %coverme %s --entry either | FileCheck %s --check-prefix EITHER
// EITHER: either: 0 of 4 branches covered
// RUN: %exits 1 %coverme %s --entry loop | FileCheck %s --check-prefix LOOP
// LOOP: loop: 0 of 4 branches covered
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

// What compilers may read in different ways is not covered where only clang has
// a decision, and no result tells: gcc leaves out what it knows.
//
// RUN: %exits 1 %coverme %s --entry version -v | FileCheck %s --check-prefix NONE
// RUN: %exits 1 %coverme %s --entry choose | FileCheck %s --check-prefix NONE
// RUN: %exits 0 %coverme %s --entry lines | FileCheck %s --check-prefix LINES
// Where gcc has the decision and goes one way only, alike results of what may
// not hang on it do not tell which: gcc has the second argument ahead of the first.
// RUN: %exits 1 %coverme %s --entry shown | FileCheck %s --check-prefix ORDER
// RUN: %exits 1 %coverme %s --entry unused | FileCheck %s --check-prefix ORDER
// ORDER: 0 of 2 branches covered
// ORDER: seen under clang only: compiled by gcc, line {{[0-9]+}} takes another way
// NONE: 0 of 2 branches covered
// NONE: seen under clang only: gcc has no decision on line
// LINES: 8 of 8 branches covered

const char *version(int x) {
  return __GNUC__ > 8 ? "new" : x > 3 ? "old" : "other";
}

static int a, b;
int *choose(int x) { return __GNUC__ > 8 ? &a : x > 3 ? &b : &a; }

double lines(double x, double y) {
  if (x > 0)
    y += __GNUC__;
  return x > 0 && y > 0 ? 1 : 2;
}

static int calls;
static int next(void) { return calls++; }
static int less(int one, int other) { return one < other; }

double shown(double x) {
  calls = 0;
  return (less(next(), next()) ? 0.0 : -0.0) + x + 1.0;
}

int unused(int x) {
  calls = 0;
  const int values[] = {less(next(), next()) ? 1 : 2, 2, 3};
  return values[1] + x;
}

// What compilers may read in different ways is not covered where only clang has
// a decision: gcc leaves out what it knows, and what computes the same on both
// sides.
//
// RUN: %exits 1 %coverme %s --entry version -v | FileCheck %s --check-prefix NONE
// RUN: %exits 1 %coverme %s --entry same | FileCheck %s --check-prefix NONE
// RUN: %exits 1 %coverme %s --entry through | FileCheck %s --check-prefix NONE
// RUN: %exits 0 %coverme %s --entry lines | FileCheck %s --check-prefix LINES
// NONE: 0 of 2 branches covered
// NONE: seen under clang only: gcc has no decision on line
// LINES: 8 of 8 branches covered

static int count;
static int next(void) { return count++; }
static int less(int a, int b) { return a < b; }
static int order(void) {
  count = 0;
  return less(next(), next());
}

const char *version(int x) {
  return __GNUC__ > 8 ? "new" : x > 3 ? "old" : "other";
}

double same(double x) {
  count = 0;
  return less(next(), next()) ? x + 1 : 1 + x;
}

double through(double x) { return order() ? x + 1 : 1 + x; }

double lines(double x, double y) {
  if (x > 0)
    y += __GNUC__;
  return x > 0 && y > 0 ? 1 : 2;
}

// What compilers may read in different ways is not covered where only clang has
// a decision, and no result tells: gcc leaves out what it knows.
//
// RUN: %exits 1 %coverme %s --entry version -v | FileCheck %s --check-prefix NONE
// RUN: %exits 1 %coverme %s --entry choose | FileCheck %s --check-prefix NONE
// RUN: %exits 0 %coverme %s --entry lines | FileCheck %s --check-prefix LINES
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

// gcc has no decision of a comparison that it sees through (an unsigned number is
// never below 0), and those of a condition that is written on several lines on
// lines of one another. It is left out of what is compared; a decision of gcc's
// on its line is another one, and no word against its proof.
// RUN: %coverme %s --all -q > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 5 functions run (1 without branches); 23 of 28 branches covered, 5 proved infeasible, 0 deemed infeasible, 0 open;
#define WITHIN(x, lo, hi) ((x) >= (lo) && (x) <= (hi))

static int positive(int a) { return a > 3; }

int first(unsigned u, int y) {
  if (WITHIN(u, 0, 9) &&
      positive(y))
    return 1;
  return 0;
}

int second(unsigned u, int y) {
  if (u >= 0 &&
      (u < 9 ||
       positive(y)))
    return 1;
  return 0;
}

int third(unsigned u, int y) {
  return y > 1 &&
         u >= 0 &&
         u < 9;
}

int whole(int x, int y) {
  if (((x >= x
        && positive(y) && x > 100) && (x
        != -2 ? y : x) <= 4))
    return 1;
  return 0;
}

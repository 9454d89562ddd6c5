// Decisions of which one outcome is proved infeasible, in all the forms that the
// two compilers turn into different branches: what the tests took is seen for
// each but one, and no counter seems to contradict a proof.
// RUN: %exits 1 %coverme %s --all | FileCheck %s
// CHECK: 14 functions run; 52 of 74 branches covered, 21 proved infeasible, 0 deemed infeasible, 1 open; 0 findings
// CHECK: {{^}}folded {{.*}} 91.66 %
//
// One side computes nothing; a constant is compared.
int constant(double x, int s) { return x * x < 0 ? 1 : s > 7; }
int compared(double x, int s) { return (x * x < 0 ? s : 1) == 1; }
int nested(double x, int s) { return 1 + (x * x < 0 ? s > 2 ? 4 : 1 : s); }

// The last operand of a loop's condition has no branch of its own in clang's.
int counted(unsigned n) {
  int t = 0;
  for (int i = 0; i < 3 && (n & 3) <= 3; ++i)
    ++t;
  return t;
}

int either(unsigned n) {
  int t = 0;
  for (int i = 0; i < 3 && ((n & 1) || (n * n) % 8 == 5); ++i)
    ++t;
  return t;
}

int last(double x, unsigned n) {
  int t = 0;
  do {
    ++t;
  } while (t < 3 && !(n & 4) && x * x >= 0);
  return t;
}

int value(double x, int s) { return x * x < 0 && s == 3; }
int negated(double x, int s) { return !(x * x < 0 || s == 3); }

// One of two cases that share their code.
int shared(unsigned n, int s) {
  switch (n & 3) {
  case 1:
    ++s;
    break;
  case 2:
  case 9:
    s /= 2;
  default:
    s /= 3;
  }
  return s;
}

// gcc makes && and || of these, as many as there were others, so that one branch
// is not told from another.
int folded(double x, unsigned n, int s) {
  return ((x > 1 || x * x < 0) ? ((x > 1 || (n & 1)) ? s > 7 : 0)
                               : (n && s > 3));
}

int inCondition(double x, int s) {
  if ((x * x < 0 ? 1 : s > 7) && s)
    ++s;
  return s > 7;
}

int plain(double x, int s) {
  if (!(x * x < 0 && s > 4))
    s = s > 7;
  return s;
}

// gcc has each of these conditions on the line of another, and as many on each
// line but the last two as clang.
static int isNear(double x, double y) { return x - y < 0.5 && y - x < 0.5; }
int rows(const double x[5], const double y[5]) {
  return isNear(x[0], y[0]) &&
         isNear(x[1], y[1]) &&
         isNear(x[2], y[2]) &&
         isNear(x[3], y[3]) &&
         isNear(x[4], y[4]);
}

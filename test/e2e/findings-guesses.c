// What hangs on a guess is a suspicion: a null pointer that nobody has set, an
// address that may be that of an element far behind an object, two pointers
// that are the same, a place of setjmp that nobody has kept. What numbers alone
// do is none.
//
// RUN: %coverme %s --all --json %t.json --max-evals 5000 --prove off > %t.txt || true
// RUN: %check-file --expect totals.findings=1 --expect totals.suspicions=4 %t.json

#include <setjmp.h>

int code(int n) {
  if (n == 7)
    return *(volatile int *)16;
  return 0;
}

static const double *table;
void set_table(const double *values) { table = values; }
double variable(int i) { return i < 0 ? 0 : table[i & 7]; }

double far(const double *a, long i) {
  if (i > 0)
    return a[i * 1000000000000];
  return 0;
}

int same(const double *p, const double *q) {
  if (p == q)
    return *(volatile int *)16;
  return *p > *q;
}

struct context {
  jmp_buf onError;
  int level;
};
int leaves(struct context *c, int n) {
  if (n > 3)
    longjmp(c->onError, 1);
  return n;
}

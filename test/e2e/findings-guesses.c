// What hangs on a guess is a suspicion: a null pointer that nobody has set, an
// address that may be that of an element far behind an object, two pointers
// that are the same, a place of setjmp that nobody has kept, an object that a
// function of the file would make, more memory than there is. What numbers alone do is none, nor is what
// the code asserts, or does with an object that is made as the user says.
//
// RUN: %coverme %s --all --json %t.json --max-evals 5000 --prove off > %t.txt || true
// RUN: %check-file --expect totals.findings=2 --expect totals.suspicions=6 %t.json

// RUN: %coverme %s --entry crashes --setup 'table_init(t, rows)' --json %t.json || true
// RUN: %check-suite --expect findings.0.group='"values"' %t.json

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

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

int allocates(int n) {
  volatile int *p = malloc(n * sizeof *p);
  if (n < 0)
    p[0] = 1;
  free((void *)p);
  return n;
}

struct table {
  int rows, columns;
};
void table_init(struct table *t, int rows) {
  t->rows = rows;
  t->columns = 0;
}
int crashes(const struct table *t) {
  if (t->rows == 3)
    return *(volatile int *)16;
  return 0;
}
int asserts(const struct table *t) {
  assert(t->rows != 7);
  return t->rows;
}

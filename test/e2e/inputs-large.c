// More numbers than there may be inputs: of each array the first elements are,
// so that what lies behind a large one is reached, too.
//
// RUN: %exits 0 %coverme %s --entry pick --json %t.json | FileCheck %s
// CHECK: pick: 16 of 16 branches covered
// CHECK: note: {{[0-9]+}} of 5,{{[0-9]+}} inputs are searched; the others are zero
// RUN: %check-suite %t.json
//
// One array alone has all inputs that there may be.
// RUN: %exits 1 %coverme %s --entry long_array --array p=3000 --max-evals 2000 --prove off | FileCheck %s --check-prefix ALONE
// ALONE: note: 1,000 of 3,000 inputs are searched; the others are zero
//
// Nothing is deemed infeasible where some numbers are no inputs.
// RUN: %exits 1 %coverme %s --entry behind --max-evals 20000 --prove off | FileCheck %s --check-prefix BEHIND
// BEHIND: 0 deemed infeasible, 2 open

// Numbers of near objects come first; what lies deep in a list is zero, and no
// pointer null for want of them.
// RUN: %exits 0 %coverme %s --entry chained | FileCheck %s --check-prefix CHAINED
// CHAINED: chained: 6 of 6 branches covered

// What is read behind the first thousand alone is an input, and the object as
// large as that.
// RUN: %exits 0 %coverme %s --entry one_of_many | FileCheck %s --check-prefix ONE
// ONE: one_of_many: 4 of 4 branches covered
// ONE: p[1100] = 3.5

struct sat {
  double pos[3];
  int valid;
  double extra[8];
};
struct nav {
  double table[3000];
  struct sat sats[200];
  int mode;
  double *more;
  struct sat last;
};

int pick(const struct nav *n, int sat) {
  if (sat < 1 || sat > 200)
    return -1;
  const struct sat *s = n->sats + sat - 1;
  if (!s->valid)
    return 0;
  if (n->mode == 5 && s->pos[1] > 100.0 && n->table[7] == 3.0) {
    if (*n->more == 17.0)
      return 3;
    return n->last.valid == 4 ? 5 : 2;
  }
  return 1;
}

int one_of_many(const double *p, int n) {
  if (n < 1200)
    return 0;
  return p[1100] == 3.5 ? 1 : 2;
}

int long_array(const double *p) {
  double sum = 0;
  for (int i = 0; i < 3000; ++i)
    sum += p[i] > 0 ? 1 : 0;
  return sum == 3000 ? 1 : 0;
}

int behind(const struct nav *n) {
  double sum = 0;
  for (int i = 0; i < 3000; ++i)
    sum += n->table[i];
  return sum != 0 && n->table[2999] == 7.5 ? 1 : 0;
}

#define TEN(type, name)                                                        \
  type name##0, name##1, name##2, name##3, name##4, name##5, name##6, name##7, \
      name##8, name##9
struct ten {
  TEN(double, x);
};
struct node {
  TEN(struct ten, tens);
  struct node *next;
};

int chained(const struct node *list, double **rows, unsigned i) {
  double sum = 0;
  for (int length = 0; length < 16; ++length, list = list->next)
    sum += ((const double *)list)[i % 100];
  return sum > 3 && rows[2][1] == 2.5;
}

// Objects that are further than two pointers away are made when calls get
// there, and no sooner: what no call gets to costs nothing.
//
// RUN: %exits 0 %coverme %s --entry update --json %t.json | FileCheck %s
// CHECK: update: 8 of 8 branches covered
// CHECK-NOT: SIGSEGV
// RUN: %check-suite %t.json
// RUN: %inputs --some 'v["i->b->body->space->gravity"] == 9.5' --some 'v["i->a->body->space->stamp"] == 7' -- %s --entry update
// RUN: %inputs --inputs 'i->count: int' -- %s --entry near
//
// Where the code asks for null, that is the end.
// RUN: %exits 0 %coverme %s --entry walk | FileCheck %s --check-prefix WALK
// WALK: walk: 4 of 4 branches covered
// WALK-NOT: findings
// Unless something is left over without what lies behind.
// RUN: %exits 0 %coverme %s --entry third --json %t.json | FileCheck %s --check-prefix THIRD
// THIRD: third: 6 of 6 branches covered
// THIRD-NOT: only by tests
// RUN: %check-suite %t.json
// RUN: %inputs --findings 1 --some 'v["s->next->next->next->type"] == 4' -- %s --entry third
//
// Lists may also end with a variable of the file. What a function made up writes
// goes to its own object, also where the next one has no bytes.
// RUN: %exits 0 %coverme %s --entry find --json %t.json | FileCheck %s --check-prefix FIND
// FIND: find: 6 of 6 branches covered
// FIND-NOT: only by tests
// FIND-NOT: findings
// RUN: %check-suite %t.json
//
// Lists have as many as eight elements. What wants more is open, and the report
// says that something is left out.
// RUN: %exits 0 %coverme %s --entry eight | FileCheck %s --check-prefix EIGHT
// EIGHT: eight: 6 of 6 branches covered
// RUN: %exits 1 %coverme %s --entry nine --max-evals 20000 | FileCheck %s --check-prefix NINE
// NINE: nine: 3 of 4 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 open
// NINE: note: {{[0-9]+ of [0-9]+}} inputs are searched; the others are zero
// NINE: note: no more than 8 of 'struct {{[a-z]+}}' in a row are made
//
// A tree that leads back to its root is a guess.
// RUN: %coverme %s --entry tall --json - | %check-suite --expect findings.0.kind='"stack-overflow"' --expect findings.0.suspicion=true -
//
// The command of a finding makes them, too.
// RUN: %exits 0 %coverme %s --entry fails | FileCheck %s --check-prefix FAILS
// FAILS: assertion: fails an assertion
// FAILS-NEXT: coverme run {{.*}} --entry fails '--array=i->a->body=1'
// RUN: %exits 1 %coverme run %s --entry fails '--array=i->a->body=1' --input 'i->count=3' --input 'i->a->body->mass=7' | FileCheck %s --check-prefix AGAIN
// AGAIN: fails an assertion

#include <assert.h>

struct space {
  double gravity;
  int stamp;
};
struct body {
  int mass;
  struct space *space;
};
struct shape {
  int type;
  struct body *body;
  struct shape *next;
};
struct info {
  struct shape *a, *b;
  int count;
};

int update(struct info *i) {
  if (i->count <= 0)
    return 0;
  if (i->a->body->mass > 10 && i->b->body->space->gravity == 9.5)
    return i->a->body->space->stamp == 7 ? 3 : 2;
  return 1;
}

int near(const struct info *i) { return i->count == 5 ? 1 : 0; }

int walk(const struct shape *s) {
  int n = 0;
  for (; s; s = s->next)
    n += s->type == 3;
  return n > 1 ? 1 : 0;
}

int third(const struct shape *s) {
  const struct shape *last = s->next->next->next;
  if (s->type < 0)
    return last ? 3 : 4;
  return last->type == 4 ? 2 : 1;
}

struct node {
  struct node *left, *right;
  double *key;
};
struct node nil = {&nil, &nil, 0};

int find(const struct node *n, double *key, int (*compare)(double *, double *)) {
  while (n != &nil) {
    const int order = compare(key, n->key);
    if (order == 0)
      return 1;
    n = order < 0 ? n->left : n->right;
  }
  return 0;
}

int fails(const struct info *i) {
  if (i->count == 3)
    assert(i->a->body->mass != 7);
  return 0;
}

int eight(const struct shape *s) {
  int n = 0;
  for (; s; s = s->next)
    ++n;
  if (n == 3)
    return 1;
  return n == 8 ? 2 : 0;
}

int nine(const struct shape *s) {
  int n = 0;
  for (; s; s = s->next)
    ++n;
  if (n == 9)
    return 1;
  return 0;
}

struct tree {
  struct tree *left, *right;
};

static int height(const struct tree *t) {
  if (!t)
    return 0;
  const int left = height(t->left), right = height(t->right);
  return 1 + (left > right ? left : right);
}

int tall(const struct tree *t) {
  const int h = height(t);
  return h > 5 ? 2 : h > 3;
}

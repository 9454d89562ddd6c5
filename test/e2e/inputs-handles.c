// What is behind a void * is what the code has it for: a variable of another
// type that it is copied to, or the number that is read there.
// RUN: %inputs --inputs 's->count: int; s->next->count: int; s->next->at[0]: double; s->next->at[1]: double' --some 'result == 1' -- %s --entry step
// RUN: %inputs --inputs '*a: double; *b: double' --some 'result == 1' -- %s --entry compare
// RUN: %inputs --inputs '(*a)->count: int; (*a)->at[0]: double; (*a)->at[1]: double' --some 'result == 1' -- %s --entry sorts
//
// So is what a void * in a struct leads to, also by members that are taken there.
// RUN: %inputs --some 'result == 1 and v["v->content->length"] >= 1' -- %s --entry sum
// RUN: %inputs --some 'v["s->data->count"] == 4' -- %s --entry holds
//
// What is taken there tells without a variable, too. A pointer to what a larger
// struct begins with is one to that struct, of several the largest.
// RUN: %inputs --inputs 'p->r: double' --some 'result == 1' -- %s --entry wide
// RUN: %inputs --inputs 's->kind: int; s->e: double; s->r: double; s->count: int; s->sides[2]: double' --some 'result == 3' --some 'result == 1' -- %s --entry area
// RUN: %coverme %s --entry area --range 's->e=1:2' --no-gcov -q
// So does what a function does that it is passed to. A struct may repeat the
// members that another one has, in the place of having it as a member.
// RUN: %inputs --inputs 'p->r: double' --some 'result == 1' -- %s --entry passes
// RUN: %inputs --some 'result == 2' --findings 0 -- %s --entry repeats
//
// Nothing is known where it is had for several, or for what nobody can make.
// RUN: %coverme %s --entry either --max-evals 20000 --no-gcov --json %t.json > /dev/null; FileCheck %s --check-prefix EITHER < %t.json
// EITHER: "name": "p[7]",
// EITHER-NEXT: "type": "unsigned char"
// RUN: %coverme %s --entry tagged --max-evals 20000 --no-gcov --json %t.json > /dev/null; FileCheck %s --check-prefix TAGGED < %t.json
// TAGGED: "name": "v->other[7]",
// TAGGED-NEXT: "type": "unsigned char"
struct state {
  int count;
  double at[2];
  struct state *next;
};

int set(void *s, double x) {
  struct state *it = s;
  it->at[0] = x;
  return 0;
}

int step(void *s) {
  struct state *it = s;
  if (it->count == 7 && it->next->at[1] == 2.5)
    return 1;
  return 0;
}

int compare(const void *a, const void *b) {
  if (*(const double *)a < *(const double *)b - 1e3)
    return 1;
  return 0;
}

int sorts(const void *a) {
  const struct state *it = *(struct state *const *)a;
  if (it->count == 451)
    return 1;
  return 0;
}

int either(const void *p, int isLong) {
  if (isLong) {
    const long *it = p;
    return *it == 5 ? 1 : 0;
  }
  const float *it = p;
  return *it == 5 ? 2 : 0;
}

struct content {
  int length;
  double *data;
};
struct vector {
  void *content, *other;
};
#define CONTENT(v) ((struct content *)(v)->content)

double sum(const struct vector *v) {
  double all = 0;
  for (int i = 0; i < CONTENT(v)->length; ++i)
    all += CONTENT(v)->data[i];
  return all == 12.5 ? 1 : 0;
}

struct holder {
  void *data;
};

int holds(const struct holder *s) {
  const struct state *it = s->data;
  return it->count == 4 ? 1 : 0;
}

int tagged(const struct vector *v, int isLong) {
  if (isLong) {
    const struct content *it = v->other;
    return it->length == 5 ? 1 : 0;
  }
  const struct state *it = v->other;
  return it->at[0] == 5 ? 2 : 0;
}

struct shape {
  int kind;
  double e;
};
struct circle {
  struct shape shape;
  double r;
};
struct poly {
  struct circle circle;
  int count;
  double sides[3];
};

int wide(const void *p) {
  return ((const struct circle *)p)->r == 451 ? 1 : 0;
}

int area(const struct shape *s) {
  if (s->kind == 1)
    return ((const struct circle *)s)->r > s->e ? 1 : 2;
  const struct poly *poly = (const struct poly *)s;
  return s->kind == 2 && poly->count == 77 && poly->sides[2] > 1e9 ? 3 : 0;
}


int passes(const void *p) { return wide(p) == 1 ? 1 : 0; }

#define ELEMENT                                                                \
  int kind;                                                                    \
  double at;
struct element {
  ELEMENT
};
struct edge {
  ELEMENT
  struct element *ends[2];
};

static double length(const struct edge *edge) {
  return edge->ends[1]->at - edge->ends[0]->at;
}

int repeats(const struct element *element) {
  if (element->kind == 7)
    return length((const struct edge *)element) > 100 ? 2 : 1;
  return 0;
}

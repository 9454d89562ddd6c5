// What is behind a void * is what the code has it for: a variable of another
// type that it is copied to, or the number that is read there.
// RUN: %inputs --inputs 's->count: int; s->next->count: int; s->next->at[0]: double; s->next->at[1]: double' --some 'result == 1' -- %s --entry step
// RUN: %inputs --inputs '*a: double; *b: double' --some 'result == 1' -- %s --entry compare
// RUN: %inputs --inputs '*a->count: int; *a->at[0]: double; *a->at[1]: double' --some 'result == 1' -- %s --entry sorts
//
//
// Nothing is known where it is had for several, or for what nobody can make.
// RUN: %coverme %s --entry either --max-evals 20000 --no-gcov --json %t.json > /dev/null; FileCheck %s --check-prefix EITHER < %t.json
// EITHER: "name": "p[7]",
// EITHER-NEXT: "type": "unsigned char"
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

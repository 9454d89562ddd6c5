// A call that reads or writes what lies ahead of an object counts as none, also
// where that is in the object's first page: nothing there is the caller's.
//
// RUN: %exits 1 %coverme %s --entry newest --max-evals 5000 | FileCheck %s --check-prefix NEWEST
// NEWEST: newest: 7 of 8 branches covered
// NEWEST: note: r has 1 element, which is a guess; calls that meet r[-1] do not count
// NEWEST: inputs-ahead.c:22:46 true open
//
// A call would find there what an earlier one has written; no test does alone.
// RUN: %exits 1 %coverme %s --entry add --max-evals 5000 | FileCheck %s --check-prefix ADD
// ADD: add: 9 of 10 branches covered
// ADD: note: r has 1 element, which is a guess; calls that meet r[-1] do not count
// ADD: inputs-ahead.c:32:27 true open

struct ring {
  double samples[4];
  int last;
};
double newest(const struct ring *r) {
  if (r->last < -2 || r->last > 3)
    return 0;
  return r->samples[r->last] == 0 && r->last == -2 ? -1 : r->last;
}

static int calls;

int add(struct ring *r, double x) {
  if (r->last < -2 || r->last > 3)
    return 0;
  double *at = &r->samples[r->last];
  ++calls;
  if (*at == 7 && r->last == -2)
    return 1;
  *at = 7;
  return x > 0 ? 2 : 3;
}

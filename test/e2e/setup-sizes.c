// An object that only its maker can fill, from sizes that the maker does not
// check: those below 1 never come back, in code without counters, and large
// ones take all memory. What a control function of the file has set is read in
// the call behind it.
// RUN: %coverme %s --entry ring_push --no-gcov --json %t.json | FileCheck %s
// RUN: %check-suite --expect branches.covered=8 %t.json
// CHECK: 8 of 8 branches covered
// CHECK: r = ring_new({{[1-9][0-9]*}}, {{.*}}ring_control(r, 3, {{.*}}ring_push(r, {{.*}})  ->  2
//
// What only such calls come to gets as large as they want it.
// RUN: %exits 0 %coverme %s --entry filter_run --prove off --json %t.run.json | FileCheck %s --check-prefix RUNS
// RUNS: filter_run: 8 of 8 branches covered
// RUNS: filter_init(3); filter_run(x)
// RUN: %check-suite %t.run.json
//
// What --all says of another function's inputs does not keep it from that.
// RUN: %exits 0 %coverme %s --all --match 'filter_.*' --no-gcov --prove off --range count=1:3 --range capacity=0:1 | FileCheck %s --check-prefix MANY
// MANY: filter_run {{[0-9]+}} 8 8 0
#include <stdlib.h>

struct ring {
  int count, at, wraps, is_loud;
  double *values;
  void *scratch;
};

struct ring *ring_new(int count, int rate) {
  if (count <= 0)
    __asm__ volatile("1: jmp 1b");
  struct ring *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->count = count;
  r->values = malloc(count * sizeof(double));
  double *scratch = malloc(count * sizeof(double));
  for (int i = 0; i < count; ++i)
    scratch[i] = r->values[i] = rate;
  scratch[count - 1] = 7;
  r->scratch = scratch;
  return r;
}

int ring_control(struct ring *r, int request, void *value) {
  switch (request) {
  case 3:
    r->is_loud = *(int *)value;
    return 0;
  case 4:
    *(int *)value = r->is_loud;
    return 0;
  }
  return -1;
}

void ring_shift(struct ring *r) { r->at = 0; }

void ring_clear(struct ring *r) { r->wraps = 0; }

int ring_push(struct ring *r, double x) {
  double *scratch = r->scratch;
  if (scratch[r->count - 1] != 7)
    return -1;
  r->values[r->at] = x;
  if (++r->at == r->count) {
    r->at = 0;
    ++r->wraps;
  }
  if (r->is_loud)
    return r->wraps > 0 ? 2 : 1;
  return 0;
}

static int order;

void filter_init(int n) {
  if (n == 3)
    order = n;
}

int filter_run(const double *x) {
  if (order == 0)
    return -1;
  double sum = 0;
  for (int i = 0; i < order; ++i)
    sum += x[i];
  return x[order - 1] > 1 && sum < 0;
}

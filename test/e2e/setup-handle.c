// A void * that only another function turns into anything says nothing of what
// is behind it: the names tell who makes it. What
// allocates for others is no maker.
// RUN: not %coverme %s --entry fft_run --no-gcov --json %t.json | FileCheck %s
// RUN: %check-suite --expect branches.covered=5 %t.json
// CHECK: 5 of 6 branches covered
// CHECK: table = fft_new({{[1-9][0-9]*}}); fft_run(table, {{.*}})
//
// A first coverme.toml proposes that call.
// RUN: rm -rf %t && mkdir %t && cd %t && %exits 0 %coverme init %t.json && FileCheck %s --check-prefix INIT < coverme.toml
// INIT: # setup = ["table = fft_new(fft_new.count)"]  # if callers make table by this call
#include <stdlib.h>

struct fft {
  int count;
  double *factors;
};

void *allocate(int bytes) { return calloc(1, bytes); }

void *fft_new(int count) {
  struct fft *made = allocate(sizeof *made);
  made->count = count;
  made->factors = calloc(count + 1, sizeof(double));
  made->factors[count] = 1;
  return made;
}

const struct fft *of(const void *table) { return table; }

double fft_run(void *table, double x) {
  const struct fft *t = of(table);
  double sum = 0;
  if (t->factors[t->count] != 1)
    return -1;
  for (int i = 0; i < t->count; ++i)
    sum += x * t->factors[i];
  if (t->count == 3)
    return 0;
  return sum;
}

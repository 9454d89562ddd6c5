// Objects that a call wants larger get as much as plain inputs may want where
// it takes a branch that no call has covered.
//
// RUN: %exits 0 %coverme %s --entry blocks --prove off --json %t.json | FileCheck %s --check-prefix BLOCKS
// BLOCKS: blocks: 4 of 4 branches covered
// BLOCKS: note: a has {{[0-9]+}} elements, which is a guess
// RUN: %check-suite %t.json
//
// Else less: what lies behind is as good with fewer elements.
// RUN: %inputs --every 'len(v.a) <= 16' -- %s --entry total
//
// The rows of a matrix are as long as one of them has to be, and so has the report
// them that the command of a finding names.
// RUN: %exits 0 %coverme %s --entry trace --json %t.json | FileCheck %s --check-prefix TRACE
// TRACE: trace: 8 of 8 branches covered
// TRACE: assertion: fails an assertion
// TRACE-NEXT: coverme run {{.*}} --entry trace --input=@{{.*}}.json:1{{$}}
// RUN: %exits 1 %coverme run %s --entry trace --input=@%t.json:1 | FileCheck %s --check-prefix TRACED
// TRACED: assertion: fails an assertion
// RUN: %check-suite %t.json
//
// Where all calls run away, the numbers that would end them are inputs all the
// same.
// RUN: %exits 0 %coverme %s --entry stages --prove off --json %t.json | FileCheck %s --check-prefix STAGES
// STAGES: stages: 8 of 8 branches covered
// RUN: %check-suite %t.json

#include <assert.h>

int blocks(int n, const double *a, const float *w) {
  int found = 0;
  for (int j = 16; j < n; j += 16)
    if (a[j] * w[j / 2] == 3.5)
      ++found;
  return found;
}

int total(int n, const float *a) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum > 100.0f;
}

struct matrix {
  int size;
  double **row;
};

double trace(const struct matrix *m) {
  double sum = 0;
  for (int i = 0; i < m->size; ++i)
    sum += m->row[i][i];
  assert(sum != 17.0);
  return m->size > 2 && m->row[2][1] == 9.0 ? -1 : sum;
}

// It does not end before a factor of 1 in the second place of two.
int stages(const int *factors, int depth) {
  const int p = *factors++, m = *factors++;
  if (m != 1)
    return stages(factors, depth + 1);
  return p == 3 && depth == 7 ? 1 : 0;
}

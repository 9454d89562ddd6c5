// Objects are aligned as the code asks, in the search and in replays.
// RUN: not %coverme %s --entry scale > %t.scale
// RUN: FileCheck %s --check-prefix=SCALE < %t.scale
// RUN: %coverme %s --entry vector > %t.vector
// RUN: FileCheck %s --check-prefix=VECTOR < %t.vector
#include <assert.h>
#include <stddef.h>

// The assertion's failure alone is left.
// SCALE: scale: 5 of 6 branches covered, {{.*}} 1 open
// SCALE-NOT: finding
// SCALE: aligned.c:[[@LINE+2]]:3 {{.*}} open
int scale(int *a, size_t n, int by) {
  assert(((size_t)a & 15) == 0);
  for (size_t i = 0; i < n; ++i)
    a[i] *= by;
  if (a[2] == 6)
    return 1;
  return 0;
}

typedef double Four __attribute__((vector_size(32)));

// VECTOR: vector: 4 of 4 branches covered
// VECTOR-NOT: finding
int vector(const double *p, int x) {
  const Four all = *(const Four *)p;
  if (all[0] > all[3])
    return 1;
  if (x > 3)
    return 2;
  return 0;
}

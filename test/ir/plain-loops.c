// Ensures that loops are vectorised as they are without the plugin, and that a
// call that is watched takes the ones with checks.
// RUN: %cc -O2 -c %s -o %t.o -Rpass=loop-vectorize 2>&1 | FileCheck %s
// RUN: env COVERME_PLAIN_LOOPS=0 %cc -O2 -c %s -o %t.o -Rpass=loop-vectorize 2>&1 | count 0
// CHECK: plain-loops.c:[[@LINE+3]]:{{.*}} vectorized loop
int sum(const int *p, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += p[i];
  return total;
}

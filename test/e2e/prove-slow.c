// Where calls loop for long, the provers are asked before the search has used up
// its evaluations: what cannot be is proved. The time is of no account here.
// RUN: %exits 1 %coverme %s --entry search --max-evals 20000 --timeout 300 \
// RUN:   | FileCheck %s
// CHECK: search: 7 of 10 branches covered, 2 proved infeasible
// CHECK: if (x >= 0 && x < w && x == h){{ +}}[501 evaluations spent]
int search(int h, int w) {
  for (int x = 0; x < w && x >= 0; x += 64)
    if (x >= 0 && x < w && x == h)
      return x;
  return -1;
}

// Where calls loop for long, the provers are asked before the search has used up
// its time: what cannot be is proved.
// RUN: %exits 1 %coverme %s --entry search --timeout 8 | FileCheck %s
// CHECK: search: 7 of 10 branches covered, 2 proved infeasible
int search(int h, int w) {
  for (int x = 0; x < w && x >= 0; x += 64)
    if (x >= 0 && x < w && x == h)
      return x;
  return -1;
}

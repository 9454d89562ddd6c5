// gcc's -O0 code names what clang's folded code does not, and nobody defines it.
// It is of no use there, and no reason not to replay.
// RUN: %exits 0 %coverme %s --entry never | FileCheck %s
// RUN: %exits 0 %coverme %s --entry guarded --stub-undefined | FileCheck %s
// CHECK: {{never|guarded}}: 3 of 4 branches covered, 1 proved infeasible
// CHECK: gcov (gcc): lines
//
// Proofs about what restrict parameters lead to say that they rest on it.
// RUN: %exits 0 %coverme %s --entry promised | FileCheck %s --check-prefix RESTRICT
// RESTRICT: proofs assume: round to nearest; what a restrict parameter leads to is written through no other pointer
extern int nowhere(int);

int never(int x) {
  if (x > 3 && x < 2)
    return nowhere(x);
  return 0;
}

int guarded(double y) {
  if (y != y)
    return 0;
  if (2 * y == 2.0f * y)
    return 1;
  return nowhere(1);
}

int promised(int *restrict p, const int *restrict q) {
  int before = *q;
  *p = 5;
  if (*q != before)
    return 1;
  return 0;
}

// What the source promises of a function by an attribute, and its code breaks:
// the code counts, as in a build without optimisation. Failed before: the calls
// went by the promise, and took what was proved infeasible.
//
// RUN: %exits 0 %coverme %s --entry fresh | FileCheck %s --check-prefix FRESH
// FRESH: fresh: 1 of 2 branches covered, 1 proved infeasible
// FRESH-NOT: findings
// RUN: %exits 0 %coverme %s --entry counted | FileCheck %s --check-prefix COUNTED
// COUNTED: counted: 1 of 2 branches covered, 1 proved infeasible
// COUNTED-NOT: findings
// RUN: %exits 1 %coverme %s --entry through | FileCheck %s --check-prefix THROUGH
// THROUGH: through: 2 of 4 branches covered, 0 proved infeasible
// THROUGH-NOT: findings

__attribute__((malloc)) static int *made(int *p) { return p; }
int fresh(int *p) {
  int *q = made(p);
  *p = 1;
  *q = 2;
  return *p == 2 ? 1 : 0;
}

__attribute__((pure)) static int count(int *p) { return ++*p; }
int counted(int *p) {
  *p = 1;
  count(p);
  count(p);
  return *p == 3 ? 1 : 0;
}

typedef __attribute__((noreturn)) void Stop(int);
static void goesOn(int x) { (void)x; }
int through(int x) {
  Stop *stop = (Stop *)goesOn;
  if (x == 3)
    stop(0);
  return x == 3 ? 1 : 0;
}

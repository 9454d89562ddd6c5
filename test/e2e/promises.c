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
// RUN: %exits 0 %coverme %s --entry named | FileCheck %s --check-prefix NAMED
// NAMED: named: 1 of 2 branches covered, 1 proved infeasible
// RUN: %exits 0 %coverme %s --entry aligned | FileCheck %s --check-prefix ALIGNED
// ALIGNED: aligned: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --entry asAsked | FileCheck %s --check-prefix ASKED
// ASKED: asAsked: 4 of 4 branches covered

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

// Of a pointer to a function.
static int *given(int *p) { return p; }
typedef int *Maker(int *) __attribute__((malloc));
int named(int *p) {
  Maker *maker = given;
  int *q = maker(p);
  *p = 1;
  *q = 2;
  return *p == 2 ? 1 : 0;
}

static char bytes[64] __attribute__((aligned(64)));
__attribute__((assume_aligned(32))) static char *at(int i) { return bytes + i; }
int aligned(unsigned char i) {
  if (i > 50)
    return 2;
  return ((unsigned long)at(i) & 15) == 1 ? 1 : 0;
}

__attribute__((alloc_align(2))) static char *atSome(int i, int alignment) {
  (void)alignment;
  return bytes + i;
}
int asAsked(unsigned char i) {
  if (i > 50)
    return 2;
  return ((unsigned long)atSome(i, 16 + (i & 16)) & 15) == 1 ? 1 : 0;
}

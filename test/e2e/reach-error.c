// reach_error, which nobody defines, ends a call; what it is asked with is
// proved unreachable as other code is, and so are branches beside it.
// RUN: %exits 0 %coverme %s --entry narrow --goal reach --at call:reach_error -q | FileCheck %s --check-prefix NARROW
// NARROW: 0 of 1 place reached, 1 proved unreachable
// RUN: %exits 0 %coverme %s --entry beside -q | FileCheck %s --check-prefix BESIDE
// BESIDE: 3 of 4 branches covered, 1 proved infeasible
// RUN: %exits 0 %coverme %s --entry wide --goal reach --at call:reach_error -q | FileCheck %s --check-prefix WIDE
// WIDE: 1 of 1 place reached
// The same of a program with draws and assumptions:
// RUN: %exits 0 %coverme %s --entry main --goal reach --at call:reach_error -q | FileCheck %s --check-prefix MAIN
// MAIN: 0 of 1 place reached, 1 proved unreachable
// RUN: %exits 0 %coverme %s --entry drawn -q | FileCheck %s --check-prefix DRAWN
// DRAWN: 5 of 6 branches covered, 1 proved infeasible
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int narrow(int x) {
  unsigned char c = x;
  if (c > 300)
    reach_error();
  return 0;
}

int beside(int x) {
  unsigned char c = x;
  if (c > 300)
    return 3;
  if (x == 5)
    reach_error();
  return 0;
}

int wide(int x) {
  if (x * x == 49)
    reach_error();
  return x;
}

int drawn(int x) {
  unsigned char c = __VERIFIER_nondet_int();
  if (c > 300)
    return 1;
  __VERIFIER_assume(x != 5);
  if (x == 5 + c)
    return 2;
  return x > c ? 3 : 4;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  if (x > 5 && x < 3)
    reach_error();
  return x == 1234 ? 1 : 0;
}

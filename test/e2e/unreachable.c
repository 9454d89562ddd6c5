// Calls that come to __builtin_unreachable() are no calls: C gives them no meaning,
// and they cover nothing. Failed before: they ran into what the compiler had put
// there, so that nothing was confirmed and the replay differed.
//
// RUN: %exits 0 %coverme %s --entry chooses --min-coverage 80 --json %t.json | FileCheck %s --check-prefix CHOOSES
// CHOOSES: chooses: 7 of 8 branches covered
// CHOOSES-NOT: findings
// RUN: %inputs --exit 1 --uncovered 1 --every '0 <= v["k"] <= 2' -- %s --entry chooses
//
// RUN: %exits 1 %coverme %s --entry assumes | FileCheck %s --check-prefix ASSUMES
// ASSUMES: assumes: 2 of 4 branches covered, 1 proved infeasible
// ASSUMES-NOT: findings
//
// RUN: %exits 0 %coverme %s --entry small | FileCheck %s --check-prefix SMALL
// SMALL: small: 3 of 4 branches covered, 1 proved infeasible
// RUN: %refuses 2 "coverme: error: this input comes to what the code declares unreachable .*" %coverme run %s --entry small --input=-1

// So are calls in which a function returns that is declared noreturn. Where its
// code is at hand, nothing rests on it; failed before: a proof that gcc's build
// denied. Otherwise the report says what it rests on.
// RUN: %exits 1 %coverme %s --entry stops | FileCheck %s --check-prefix STOPS
// STOPS: stops: 3 of 4 branches covered, {{.*}} 0 proved infeasible
// STOPS-NOT: findings
// RUN: %exits 1 %coverme %s %S/Inputs/quit.c --entry stops -- -DELSEWHERE | FileCheck %s --check-prefix STOPS
// In an object of another compiler, too, where it is not at hand.
// RUN: gcc -c %S/Inputs/quit.c -o %t.quit.o
// RUN: %coverme %s --entry stops -- -DELSEWHERE %t.quit.o | FileCheck %s --check-prefix OBJECT
// OBJECT: stops: 3 of 4 branches covered, {{.*}}
// OBJECT-NOT: replay-differs
// RUN: %exits 0 %coverme %s --entry small | FileCheck %s --check-prefix SAYS
// SAYS: proofs assume: {{.*}}no call comes to what the code declares unreachable
// RUN: %exits 0 %coverme %s --entry aborts | FileCheck %s --check-prefix ABORTS
// ABORTS: aborts: 3 of 4 branches covered, {{.*}} 1 proved infeasible
// ABORTS-NOT: declares unreachable
#include <stdlib.h>

#ifdef ELSEWHERE
_Noreturn void quit(int x);
#else
_Noreturn void quit(int x) {
  if (x > 3)
    abort();
}
#endif

int stops(int x) {
  int result = 0;
  if (x < 5)
    quit(x);
  if (x < 4)
    result = 1;
  return result;
}

int aborts(int x) {
  if (x < 0)
    abort();
  return x < 0 ? 1 : 2;
}

int chooses(int k, double y) {
  switch (k) {
  case 0:
    return y > 1;
  case 1:
    return y < 2;
  case 2:
    return y == 3 ? 5 : 6;
  default:
    __builtin_unreachable();
  }
}

int assumes(int x) {
  if (x < 0)
    __builtin_unreachable();
  if (x < 0)
    return 1;
  return 0;
}

int small(signed char x) {
  if (x < 0)
    __builtin_unreachable();
  return x == 100 ? 1 : 0;
}

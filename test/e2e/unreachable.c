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

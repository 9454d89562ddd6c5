// A result that does not hang on the way that a call took says nothing of it.
// What the call leaves in variables does. Arguments are evaluated from right to
// left by gcc, so that v is 1 there, and -1 with us: no build but ours takes
// v < 0, and what is seen is open.
// RUN: %exits 1 %coverme %s --all --match 'by_.*' | FileCheck %s
// CHECK: 12 functions run; 0 of 30 branches covered, 0 proved infeasible
// RUN: cp %s %t.cpp
// RUN: %exits 1 %coverme %t.cpp --all --match 'by_.*' | FileCheck %s
//
// Where the numbers are the same, all is as without them.
// RUN: %coverme %s --all --match 'as_.*' | FileCheck %s --check-prefix SAME
// SAME: 3 functions run; 6 of 6 branches covered
static int state, one, other;
static double table[100];
struct { char c; float y; } pair;
static int next(void) { return ++state; }
static int difference(int a, int b) { return a - b; }

#define V state = 0; int v = difference(next(), next());
// clang-format off
int by_expressions(int x) { V v < 0 ? (void)one++ : (void)other++; return x; }
int by_value(int x) { V other = v < 0 ? 5 : 7; return x; }
int by_switch(int x) { V switch (v) { case -1: one++; break; default: other++; } return x; }
int by_cases(int x) { V switch (v) { case -1: one++; break; case 1: other++; break; default: one = 9; } return x; }
int by_for(int x) { V for (; v < 0; v = 1) { one++; } return x; }
int by_do(int x) { V do { one++; } while (v++ < 0); return x; }
int by_nothing(int x) { V if (v < 0) ; else one++; return x; }
int by_goto(int x) { V if (v < 0) goto out; one++; out: other++; return x; }
int by_and(int x) { V one = v < 0 && x > 3; return x; }
int by_element(int x) { V table[60] = v < 0 ? 5 : 7; return x; }
int by_member(int x) { V pair.y = v < 0 ? 5 : 7; return x; }
// gcc numbers such variables, so that one cannot be told from the next.
int by_own(int x) { V static int own; own = v < 0 ? 5 : 7; { static int own; if (own == 3) x = 4; } return x; }

int as_own(int x) { static int own; own += x > 3 ? 5 : 7; return x; }
int as_table(int x) { table[60] += x > 3 ? 0.1 : 1e300; return x; }
int as_nan(double x) { table[1] = x > 3 ? x : x / 0 * 0; return 1; }

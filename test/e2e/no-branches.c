// An entry without branches is called once, and a success that says so.
// RUN: %inputs --inputs 'x: double' --every 'x == 0' -- %s --entry twice | FileCheck %s
// RUN: %exits 0 %coverme %s --entry nothing | FileCheck %s
// RUN: %exits 0 %coverme %s --entry twice --json - | %check-suite --expect branches.total=0 --expect gcov.lines.covered=1 -
// RUN: %exits 0 %coverme %s --entry nothing --json - | %check-suite --expect branches.total=0 --expect parameters=[] --expect gcov.lines.covered=1 -
// CHECK: no branches; 1 test, 1 evaluation
// CHECK: gcov (gcc): lines 1/1
double twice(double x) { return x + x; }
void nothing(void) {}

// The first input that it returns for, be it an uncommon one; what it did with
// others is a finding.
// RUN: %inputs --every 'b != 0' --findings 1 -- %s --entry quotient | FileCheck %s --check-prefix QUOTIENT
// QUOTIENT: no branches; 1 test, {{[0-9]+}} evaluations
// QUOTIENT: signal: raises SIGFPE {{.*}} with a = 0, b = 0
int quotient(int a, int b) { return a / b; }

// RUN: %inputs --every 'x >= 3' -- %s --entry twice --assume 'x >= 3 && x != 7'
// RUN: %inputs --every 'x == -2' -- %s --entry twice --range x=-5:-2

// None is found for one that does not return.
// RUN: %exits 0 %coverme %s --entry leaves | FileCheck %s --check-prefix LEAVES
// LEAVES: no branches; 0 tests, 100 evaluations
// LEAVES-NOT: findings
void exit(int);
void leaves(double x) { exit(3); }

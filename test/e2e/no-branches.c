// An entry without branches is a success that says so.
// RUN: %exits 0 %coverme %s --entry twice | FileCheck %s
// RUN: %exits 0 %coverme %s --entry nothing | FileCheck %s
// RUN: %exits 0 %coverme %s --entry twice --json - | %check-suite --expect branches.total=0 -
// RUN: %exits 0 %coverme %s --entry nothing --json - | %check-suite --expect branches.total=0 --expect parameters=[] -
// CHECK: no branches
double twice(double x) { return x + x; }
void nothing(void) {}

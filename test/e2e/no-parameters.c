// A function without parameters has but one input, which decides everything.
// RUN: %exits 0 %coverme %s --entry f --json - | %check-suite --expect branches.covered=1 --expect branches.proved_infeasible=1 --expect tests.0.inputs=[] -
// RUN: %exits 1 %coverme %s --entry f --prove off -q
int f(void) {
  double x = 1.0;
  if (x > 0.5)
    return 1;
  return 0;
}

// What it writes is told behind an arrow, as in a test with inputs.
// RUN: %exits 0 %coverme %s --entry fill | FileCheck %s
// CHECK: {{^ +}}1 -> returns, *p = 7{{$}}
void fill(int *p) { *p = 7; }

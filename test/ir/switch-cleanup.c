// Ensures that leaving a scope is no decision: clang notes the way out of it in
// a variable and switches on that, without a line.
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

int f(double x) {
  {
    double doubled = x * 2;
    if (doubled > 1)
      return 1;
    if (doubled < -1)
      return 2;
  }
  return 0;
}
// CHECK: site 0 branch f64 {GT} switch-cleanup.c:9:17
// CHECK: site 1 branch f64 {LT} switch-cleanup.c:11:17
// CHECK-NOT: site

// Ensures that calls of the module's functions that are met on the way are edges,
// also behind the last site, and that others are not.
// RUN: %cc -O0 -g -Wno-deprecated-non-prototype -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

double outside(double);
static double a(double x) { return x; }
static double b(x) double x; { return x; }

double f(double x, double (*unknown)(double)) {
  x = a(outside(x));
  if (x < 1)
    x = b(x) + unknown(x);
  else
    x = b(a(x));
  return x > 2 ? b(x) : a(f(x, unknown));
}

// CHECK: function 0 f
// CHECK:   entry -> 0 call:1
// CHECK: function 1 a
// CHECK:   entry -> none
// CHECK: function 2 b
// CHECK: site 0
// CHECK-NEXT:   false -> 1 call:1 call:2
// CHECK-NEXT:   true -> 1 call:2
// CHECK-NEXT: site 1
// CHECK-NEXT:   false -> call:0 call:1
// CHECK-NEXT:   true -> call:2

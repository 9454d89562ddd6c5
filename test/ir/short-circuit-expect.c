// Ensures that a && or || inside of ! or __builtin_expect is decided by its
// operands alone, as for gcc.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

int f(double x, double y) {
  if (__builtin_expect(x < 1 || y < 2, 0))
    return 1;
  while (x > 3 && !(y > 4 && x < 5))
    x -= 1;
  return 0;
}

// CHECK:      entry -> 0
// CHECK:      site 0 branch f64 {LT} {{.*}}:9:26
// CHECK-NEXT:   false -> 1
// CHECK-NEXT:   true -> none
// CHECK-NEXT: site 1 branch f64 {LT} {{.*}}:9:35
// CHECK-NEXT:   false -> 2
// CHECK-NEXT:   true -> none
// CHECK-NEXT: site 2 branch f64 {GT} {{.*}}:11:12
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> 3
// CHECK-NEXT: site 3 branch f64 {GT} {{.*}}:11:23
// CHECK-NEXT:   false -> 2
// CHECK-NEXT:   true -> 4
// CHECK-NEXT: site 4 branch f64 {LT} {{.*}}:11:32
// CHECK-NEXT:   false -> 2
// CHECK-NEXT:   true -> none
// CHECK-NOT:  site

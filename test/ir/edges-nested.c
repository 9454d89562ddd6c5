// Ensures that an outcome leads to the sites that can come next and to no others,
// through nested ifs.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

int f(double x, double y) {
  int r = 0;
  if (x < 1) {    // 0
    if (y < 2)    // 1
      r = 1;
    else
      return 7;
  } else if (y < 3) // 2
    r = 2;
  if (x > y)      // 3
    r += 4;
  return r;
}

// CHECK:      entry -> 0
// CHECK:      site 0 branch f64 {LT} edges-nested.c:8:9
// CHECK-NEXT:   false -> 2
// CHECK-NEXT:   true -> 1
// CHECK-NEXT: site 1
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> 3
// CHECK-NEXT: site 2
// CHECK-NEXT:   false -> 3
// CHECK-NEXT:   true -> 3
// CHECK-NEXT: site 3
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> none

// Ensures that a loop's site leads back to itself, through the loop's body.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

int f(double x) {
  int n = 0;
  while (x < 1) { // 0
    x += 0.5;
    ++n;
  }
  do {
    if (x > 3) // 1
      x -= 2;
    ++n;
  } while (x > 2 && n < 9); // 2, 3
  return n;
}

// CHECK:      entry -> 0
// CHECK:      site 0
// CHECK-NEXT:   false -> 1
// CHECK-NEXT:   true -> 0
// CHECK-NEXT: site 1
// CHECK-NEXT:   false -> 2
// CHECK-NEXT:   true -> 2
// CHECK-NEXT: site 2
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> 3
// CHECK-NEXT: site 3
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> 1

// Ensures that a case label beside the default label is no site, on either side
// of it, as for gcc; and that a case is told from a branch, at the switch's line.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

int before(int n) {
  switch (n) {
  case 1:
    return 3;
  case 2:
  default:
    return 4;
  case 7:
    return 9;
  }
}

int after(int n) {
  switch (n) {
  default:
  case 2:
    return 4;
  case 7:
    return 9;
  }
}

// CHECK:      site 0 case s64 {EQ} [[FILE:.*]]:7:3 right=0x1
// CHECK-NEXT:   false -> 1
// CHECK-NEXT:   true -> none
// CHECK-NEXT: site 1 case s64 {EQ} [[FILE]]:7:3 right=0x7
// CHECK-NEXT:   false -> none
// CHECK-NEXT:   true -> none
// CHECK-NEXT: site 2 case s64 {EQ} [[FILE]]:19:3 right=0x7
// CHECK-NOT:  site

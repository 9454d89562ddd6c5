// Ensures that a site stands where its comparison stands, line by line, and that
// one from a header names the header.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

#include "Inputs/header.h"

int f(double x, double y) {
  if (x < 1 &&
      y < 2 &&
      from_header(x))
    return 1;
  while (x > 3 &&
         y > 4)
    x -= 1;
  return 0;
}

// CHECK: function 0 f locations.c:8
// CHECK: function 1 from_header header.h:4
// CHECK: site 0 {{.*}} locations.c:9:9
// CHECK: site 1 {{.*}} locations.c:10:9
// CHECK: site 2 {{.*}} locations.c:11:7
// CHECK: site 3 {{.*}} locations.c:13:12
// CHECK: site 4 {{.*}} locations.c:14:12
// CHECK: site 5 {{.*}} header.h:4:52

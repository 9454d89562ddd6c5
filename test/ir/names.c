// Ensures that a function is found by both of its names.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

double renamed(double x) __asm__("__other");
double renamed(double x) { return x; }
static int local(void) { return 1; }
int (*use)(void) = local;

// CHECK: function 0 renamed (linkage __other) names.c:6 flags=none
// CHECK: function 1 local names.c:7 flags=static

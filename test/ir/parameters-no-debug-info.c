// Ensures that without debug info, or with lines only, the IR types have to do.
// RUN: %cc -O0 -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: %cc -O0 -gline-tables-only -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,LINES

unsigned f(double x, float y, unsigned n, _Bool b, int *p, long double l) {
  return x < 1.0 ? 1 : 2;
}

// NONE: function 0 f parameters-no-debug-info.c:0
// LINES: function 0 f parameters-no-debug-info.c:7
// CHECK-NEXT: result int32_t signed32
// CHECK-NEXT: parameter arg0: double floating64
// CHECK-NEXT: parameter arg1: float floating32
// CHECK-NEXT: parameter arg2: int32_t signed32
// CHECK-NEXT: parameter arg3: _Bool bool8
// CHECK-NEXT: parameter arg4: void * void pointer reads=none
// CHECK-NEXT: parameter arg5: long double floating80
// NONE: site 0 {{.*}} parameters-no-debug-info.c:0:0
// LINES: site 0 {{.*}} parameters-no-debug-info.c:8:12

// Ensures that a definition without a prototype is understood from the variables
// of its parameters; a promoted one is no longer what the source says.
// RUN: %cc -O0 -g -std=c89 -Wno-deprecated-non-prototype -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

double f(x, n) double x; int *n; { return x + *n; }
// CHECK-LABEL: function 0 f
// CHECK: parameter x: double floating64
// CHECK-NEXT: parameter n: int * signed32 pointer

double promoted(y) float y; { return y; }
// CHECK-LABEL: function 1 promoted
// CHECK: parameter y: float unsupported

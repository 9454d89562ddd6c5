// Ensures that a definition without a prototype is understood from the variables
// of its parameters; a promoted one is no longer what the source says, and is
// passed by a harness, whose compiler promotes it.
// RUN: %cc -O0 -g -std=c89 -Wno-deprecated-non-prototype -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

double f(x, n) double x; int *n; { return x + *n; }
// CHECK-LABEL: function 0 f parameters-old-style.c:{{[0-9]+}} flags=old-style harness
// CHECK: parameter x: double floating64
// CHECK-NEXT: parameter n: int * signed32 pointer reach=4 reads=

double promoted(y) float y; { return y; }
// CHECK-LABEL: function 1 promoted parameters-old-style.c:{{[0-9]+}} flags=old-style harness
// CHECK: parameter y: float floating32

int plain(n) int n; { return n; }
// CHECK-LABEL: function 2 plain parameters-old-style.c:{{[0-9]+}} flags=old-style{{$}}
// CHECK: parameter n: int signed32

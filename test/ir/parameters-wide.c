// Ensures that numbers that do not fit into one slot, and those of 16 bits, are
// told by their kind and width; of the floats, only IEEE's and x87's are
// supported.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

long double extended(long double a, long double *b) { return a; }
// CHECK-LABEL: function 0 extended {{.*}} harness{{$}}
// CHECK-NEXT: result long double floating80
// CHECK-NEXT: parameter a: long double floating80
// CHECK-NEXT: parameter b: long double * floating80 pointer

_Float16 half(_Float16 a) { return a; }
// CHECK-LABEL: function 1 half parameters-wide.c:{{[0-9]+}} flags=none{{$}}
// CHECK-NEXT: result _Float16 floating16
// CHECK-NEXT: parameter a: _Float16 floating16

typedef __int128 wide;
unsigned __int128 integers(__int128 a, unsigned __int128 b, wide c) { return b; }
// CHECK-LABEL: function 2 integers {{.*}} harness{{$}}
// CHECK-NEXT: result unsigned __int128 unsigned128
// CHECK-NEXT: parameter a: __int128 signed128
// CHECK-NEXT: parameter b: unsigned __int128 unsigned128
// CHECK-NEXT: parameter c: wide signed128

double _Complex complexes(float _Complex a, double _Complex b,
                          long double _Complex c, double _Complex *d) {
  return b;
}
// CHECK-LABEL: function 3 complexes {{.*}} harness{{$}}
// CHECK-NEXT: result double _Complex complex floating64
// CHECK-NEXT: parameter a: float _Complex complex floating32
// CHECK-NEXT: parameter b: double _Complex complex floating64
// CHECK-NEXT: parameter c: long double _Complex complex floating80
// CHECK-NEXT: parameter d: double _Complex * complex floating64 pointer

// A number would fit into a trampoline, were its type known.
void others(__float128 a, __bf16 b, _BitInt(17) c, unsigned _BitInt(64) d) {}
// CHECK-LABEL: function 4 others {{.*}} harness{{$}}
// CHECK-NEXT: result void void
// CHECK-NEXT: parameter a: __float128 unsupported
// CHECK-NEXT: parameter b: __bf16 unsupported
// CHECK-NEXT: parameter c: _BitInt{{(\(17\))?}} unsupported
// CHECK-NEXT: parameter d: unsigned _BitInt{{(\(64\))?}} unsupported

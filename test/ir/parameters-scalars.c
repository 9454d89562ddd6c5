// Ensures name, type as in C, kind and width of scalar parameters and results,
// through typedefs and qualifiers.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
#include <stddef.h>
#include <stdint.h>

typedef const volatile int32_t odd;

double floats(float a, double b, const double c) { return a + b + c; }
// CHECK-LABEL: function 0 floats
// CHECK-NEXT: result double floating64
// CHECK-NEXT: parameter a: float floating32
// CHECK-NEXT: parameter b: double floating64
// CHECK-NEXT: parameter c: const double floating64

unsigned char integers(signed char a, unsigned short b, long c,
                       unsigned long long d) {
  return (unsigned char)(a + b + c + d);
}
// CHECK-LABEL: function 1 integers
// CHECK-NEXT: result unsigned char unsigned8
// CHECK-NEXT: parameter a: signed char signed8
// CHECK-NEXT: parameter b: unsigned short unsigned16
// CHECK-NEXT: parameter c: long signed64
// CHECK-NEXT: parameter d: unsigned long long unsigned64

_Bool others(_Bool a, char b, odd c, size_t d, uint8_t) {
  return a && b && c && d;
}
// CHECK-LABEL: function 2 others
// CHECK-NEXT: result _Bool bool8
// CHECK-NEXT: parameter a: _Bool bool8
// CHECK-NEXT: parameter b: char signed8
// CHECK-NEXT: parameter c: odd signed32
// CHECK-NEXT: parameter d: size_t unsigned64
// CHECK-NEXT: parameter arg4: uint8_t unsigned8

void nothing(void) {}
// CHECK-LABEL: function 3 nothing
// CHECK-NEXT: result void void
// CHECK-NEXT: constants

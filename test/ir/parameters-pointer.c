// Ensures that a pointer to one scalar is told by its pointee, const or not, and
// that other pointers are not supported.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
#include <stdint.h>

typedef const float input;
typedef double *output;
struct s;

void f(int *a, const int *b, input *c, output d, double array[3],
       const uint8_t *const restrict e, _Bool *g) {}
// CHECK-LABEL: function 0 f
// CHECK: parameter a: int * signed32 pointer{{$}}
// CHECK-NEXT: parameter b: const int * signed32 pointer const
// CHECK-NEXT: parameter c: input * floating32 pointer const
// CHECK-NEXT: parameter d: output floating64 pointer{{$}}
// CHECK-NEXT: parameter array: double * floating64 pointer{{$}}
// CHECK-NEXT: parameter e: const uint8_t *restrict const unsigned8 pointer const
// CHECK-NEXT: parameter g: _Bool * bool8 pointer{{$}}

void g(void *a, char **b, struct s *c, double (*d)(double, int), int (*e)[3],
       long double *h, void (*i)(void), int (*j)(const char *, ...)) {}
// CHECK-LABEL: function 1 g
// CHECK: parameter a: void * unsupported{{$}}
// CHECK-NEXT: parameter b: char ** unsupported{{$}}
// CHECK-NEXT: parameter c: struct s * unsupported{{$}}
// CHECK-NEXT: parameter d: double (*)(double, int) unsupported{{$}}
// CHECK-NEXT: parameter e: int (*)[3] unsupported{{$}}
// CHECK-NEXT: parameter h: long double * unsupported{{$}}
// CHECK-NEXT: parameter i: void (*)(void) unsupported{{$}}
// CHECK-NEXT: parameter j: int (*)(const char *, ...) unsupported{{$}}

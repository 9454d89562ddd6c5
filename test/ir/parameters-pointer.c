// Ensures that a pointer is told by what it points to, const or not.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
#include <stdint.h>

typedef const float input;
typedef double *output;
struct s;

void f(int *a, const int *b, input *c, output d, double array[3],
       const uint8_t *const restrict e, _Bool *g) {}
// CHECK-LABEL: function 0 f
// CHECK: parameter a: int * signed32 pointer reads=
// CHECK-NEXT: parameter b: const int * signed32 pointer const reads=
// CHECK-NEXT: parameter c: input * floating32 pointer const reads=
// CHECK-NEXT: parameter d: output floating64 pointer reads=
// CHECK-NEXT: parameter array: double * floating64 pointer reads=
// CHECK-NEXT: parameter e: const uint8_t *restrict const unsigned8 pointer const reads=
// CHECK-NEXT: parameter g: _Bool * bool8 pointer reads=

void g(void *a, char **b, struct s *c, double (*d)(double, int), int (*e)[3],
       long double *h, void (*i)(void), int (*j)(const char *, ...)) {}
// CHECK-LABEL: function 1 g
// CHECK: parameter a: void * void pointer reads=
// CHECK-NEXT: parameter b: char ** signed8 pointer pointer reads=
// CHECK-NEXT: parameter c: struct s * incomplete pointer reads=
// CHECK-NEXT: parameter d: double (*)(double, int) function pointer reads=
// CHECK-NEXT: parameter e: int (*)[3] signed32[3] pointer reads=
// CHECK-NEXT: parameter h: long double * floating80 pointer reads=
// CHECK-NEXT: parameter i: void (*)(void) function pointer reads=
// CHECK-NEXT: parameter j: int (*)(const char *, ...) function pointer reads=

// The extents of declarations need the other plugin.
// RUN: %cc %frontend -O0 -g -c %s -o %t.extents.o
// RUN: %tables %t.extents.o | FileCheck %s --check-prefix=EXTENT
void h(int n, double rows[][3], double a[n], const double b[static 4]) {}
// CHECK-LABEL: function 2 h
// CHECK: parameter rows: double (*)[3] floating64[3] pointer reads=
// CHECK-NEXT: parameter a: double * floating64 pointer reads=
// EXTENT-LABEL: function 2 h
// EXTENT: parameter rows: double (*)[3] floating64[3] pointer reads=
// EXTENT-NEXT: parameter a: double * floating64 pointer extent=$n reads=
// EXTENT-NEXT: parameter b: const double * floating64 pointer const extent=4 reads=

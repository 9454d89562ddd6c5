// Ensures that the numbers of elements with which parameters were declared reach
// the pass, wherever the declaration of C allows one, and that the annotations
// that bring them are gone then, all but those of the source.
// RUN: %clang %frontend -O1 -w -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --check-prefix=TEXT < %t.ll
// RUN: %extents %t.ll -o %t.after.ll | FileCheck %s --implicit-check-not=:
// RUN: FileCheck %s --check-prefix=AFTER < %t.after.ll
// The pass itself takes them, too.
// RUN: %cc %frontend -O1 -w -S -emit-llvm %s -o - | FileCheck %s --check-prefix=AFTER
// Nothing to see without the plugin, and no failure.
// RUN: %clang -O1 -w -S -emit-llvm %s -o %t.without.ll
// RUN: %extents %t.without.ll -o /dev/null | count 0

// TEXT: c"coverme.extents:0=3,1=3\00"

// AFTER-NOT: coverme.extents
// AFTER: @llvm.global.annotations = appending global [1 x {{.*}} { ptr @annotated,
// AFTER-NOT: coverme.extents

typedef double vec3[3];
enum { N = 7 };

// Of what the parameter points to: of `double r[3][3]`, 3 arrays.
// CHECK: {{^}}two: 0=3 1=3{{$}}
void two(double r[3][3], double p[3]) {}

// CHECK: {{^}}at_least: 0=2 1=4{{$}}
void at_least(double a[static 2], double b[const 4]) {}

// CHECK: {{^}}counted: 1=$0 2=$0 4=$3{{$}}
void counted(int n, double a[n], float b[(n)], short m, char c[static m]) {}

// CHECK: {{^}}rows: 1=$0{{$}}
void rows(int n, double a[n][3]) {}

// CHECK: {{^}}constant: 0=3 1=3 2=2{{$}}
void constant(const double a[3], const vec3 b, vec3 c[2]) {}

// CHECK: {{^}}computed: 0=7 1=14{{$}}
void computed(double a[N], double b[2 * N]) {}

// CHECK: {{^}}characters: 0=8 1=2{{$}}
void characters(char name[8], unsigned char u[2]) {}

// CHECK: {{^}}old_style: 0=5 2=$1{{$}}
void old_style(a, n, b) double a[5]; int n; double b[n]; {}

// The place in the source, whatever else IR passes.
// CHECK: {{^}}struct_result: 1=3{{$}}
struct big { double x[9]; };
struct big struct_result(struct big s, double a[3]) { return s; }

// CHECK: {{^}}function_result: 0=2{{$}}
void (*function_result(double a[2]))(double b[3]) { return 0; }

// Called ahead of its definition, declared after it.
double late(double *a);
double caller(double *a) { return late(a); }
// CHECK: {{^}}late: 0=9{{$}}
double late(double a[9]) { return *a; }
double late(double *a);

// What is in the source stays.
// CHECK: {{^}}annotated: 0=6{{$}}
__attribute__((annotate("mine"))) void annotated(double a[6]) {}

// No number: neither a declaration's, nor of what is computed or elsewhere, nor
// of rows whose size nobody knows.
int global;
double declared(double a[3]);
double declared(double *a) { return a[0]; }
void pointers(double a[], int n, double *b, double (*c)[3]) {}
void expressions(int n, double a[n + 1], double b[global], double c[3][n]) {}
void empty(double a[0]) {}

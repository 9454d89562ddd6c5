// Ensures that there is no trampoline where a parameter is no plain number, and
// that each is told by its type, however many arguments it makes in IR; what
// nobody can pass is unsupported.
// RUN: %cc -O0 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=TRAMPS
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

typedef float vector __attribute__((vector_size(16)));
typedef _Complex int gaussian;
struct one { double d; };
struct two { double d, e; };
struct big { double d[9]; };
union either { int i; float f; };

// TRAMPS: @coverme_tramps = private global [7 x ptr] zeroinitializer

int scalars(int a, long double b, __int128 c, double _Complex d, _Float16 e) {
  return a;
}
// c and d make two arguments each.
// CHECK-LABEL: function 0 scalars {{.*}} harness
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: long double floating80
// CHECK-NEXT: parameter c: __int128 signed128
// CHECK-NEXT: parameter d: double _Complex complex floating64
// CHECK-NEXT: parameter e: _Float16 floating16

int single(int a, struct one b, union either c, vector d, gaussian e) {
  return a;
}
// CHECK-LABEL: function 1 single
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct one struct
// CHECK-NEXT: parameter c: union either union
// CHECK-NEXT: parameter d: vector floating32[4] vector
// CHECK-NEXT: parameter e: gaussian unsupported

int pair(int a, struct two b) { return a; }
// CHECK-LABEL: function 2 pair
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct two struct

int memory(int a, struct big b) { return a; }
// CHECK-LABEL: function 3 memory
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct big struct

struct big hidden(void) { return (struct big){{0}}; }
// CHECK-LABEL: function 4 hidden
// CHECK-NEXT: result struct big struct

struct two dropped(int a) { return (struct two){a, a}; }
// CHECK-LABEL: function 5 dropped
// CHECK-NEXT: result struct two struct
// CHECK-NEXT: parameter a: int signed32

int variadic(int a, ...) { return a; }
// CHECK-LABEL: function 6 variadic parameters-unsupported.c:{{[0-9]+}} flags=variadic
// CHECK: parameter a: int signed32

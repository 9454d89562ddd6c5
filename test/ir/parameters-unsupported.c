// Ensures that what no trampoline can pass is told by its type, and that there is
// no trampoline where IR arguments and parameters do not correspond one to one;
// the parameter to blame is the one that is named.
// RUN: %cc -O0 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=TRAMPS
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

typedef float vector __attribute__((vector_size(16)));
struct one { double d; };
struct two { double d, e; };
struct big { double d[9]; };
union either { int i; float f; };

// TRAMPS: @coverme.tramps = private global [7 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr null, ptr @__coverme_tramp_5, ptr null]

int scalars(int a, long double b, __int128 c, double _Complex d, _Float16 e) {
  return a;
}
// c and d make two arguments each.
// CHECK-LABEL: function 0 scalars
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: long double unsupported
// CHECK-NEXT: parameter c: __int128 unsupported
// CHECK-NEXT: parameter d: double _Complex unsupported
// CHECK-NEXT: parameter e: _Float16 unsupported

int single(int a, struct one b, union either c, vector d) { return a; }
// CHECK-LABEL: function 1 single
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct one unsupported
// CHECK-NEXT: parameter c: union either unsupported
// CHECK-NEXT: parameter d: vector unsupported

int pair(int a, struct two b) { return a; }
// CHECK-LABEL: function 2 pair
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct two unsupported

int memory(int a, struct big b) { return a; }
// CHECK-LABEL: function 3 memory
// CHECK: parameter a: int signed32
// CHECK-NEXT: parameter b: struct big unsupported

struct big hidden(void) { return (struct big){{0}}; }
// CHECK-LABEL: function 4 hidden
// CHECK-NEXT: result struct big unsupported

struct two dropped(int a) { return (struct two){a, a}; }
// CHECK-LABEL: function 5 dropped
// CHECK-NEXT: result struct two unsupported
// CHECK-NEXT: parameter a: int signed32

int variadic(int a, ...) { return a; }
// CHECK-LABEL: function 6 variadic parameters-unsupported.c:{{[0-9]+}} flags=variadic
// CHECK: parameter a: int signed32

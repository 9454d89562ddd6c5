// Ensures that calls go where they went without the pass: in a shared object they
// may be bound to another object's function of the same name. coverme's own linker
// binds them to its object's (-Bsymbolic).
// RUN: %cc -O1 -fno-builtin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | FileCheck %s

double other(double x);
__attribute__((noinline)) double tanh(double x) { return other(x) + 1; }
double g(double x) { return tanh(x); }

// CHECK-LABEL: section '.rela.text'
// CHECK: R_X86_64_PLT32 {{.*}} tanh

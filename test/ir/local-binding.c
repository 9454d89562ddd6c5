// Ensures that a function with the name of one in libm is called within its
// object, whatever else of that name is loaded; a weak one stays replaceable. The
// table of functions names it; coverme's linker binds that (-Bsymbolic).
// RUN: %cc -O1 -fno-builtin -c %s -o %t.o
// RUN: llvm-readelf -r %t.o | FileCheck %s

double tanh(double x) { return x; }
__attribute__((weak)) double replaceable(double x) { return x; }
__attribute__((noinline)) static double twice(double (*f)(double), double x) {
  return f(x) + tanh(x);
}
double g(double x) { return twice(tanh, x) + replaceable(x); }

// CHECK-LABEL: section '.rela.text'
// CHECK-NOT: tanh
// CHECK: R_X86_64_PLT32 {{.*}} replaceable
// CHECK-NOT: tanh
// CHECK: section '.relacoverme_functions'
// CHECK: R_X86_64_64 {{.*}} tanh

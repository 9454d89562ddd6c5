// Ensures that calls count as unknown unless they stay in the module or in the
// part of libm that keeps no state.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
// With these flags, functions of libm's names may be the program's own.
// RUN: %cc -O0 -g -fno-builtin -c %s -o %t.own.o
// RUN: %tables %t.own.o | FileCheck %s --check-prefix OWN
// OWN: function {{.*}} pure {{.*}} flags=calls-unknown
#include <math.h>
#include <stdlib.h>

double outside(double);

// CHECK: function {{.*}} pure {{.*}} flags=none
double pure(double x) {
  int e;
  return sin(x) + powf(x, 2) + frexp(x, &e) + abs(e) + fma(x, x, x);
}
// CHECK: function {{.*}} builtin {{.*}} flags=none
double builtin(double x) {
  return __builtin_fabs(x) + __builtin_isnan(x) + __builtin_sqrt(x);
}
// CHECK: function {{.*}} gamma_state {{.*}} flags=calls-unknown
double gamma_state(double x) { return lgamma(x); }
// CHECK: function {{.*}} other {{.*}} flags=calls-unknown
double other(double x) { return outside(x); }
// CHECK: function {{.*}} ends {{.*}} flags=calls-unknown
double ends(double x) { abort(); }
// CHECK: function {{.*}} indirect {{.*}} flags=calls-unknown
double indirect(double (*f)(double)) { return f(1); }
// CHECK: function {{.*}} assembly {{.*}} flags=calls-unknown
void assembly(void) { __asm__ volatile("nop"); }
// CHECK: function {{.*}} above {{.*}} flags=calls-unknown
double above(double x) { return other(x); }

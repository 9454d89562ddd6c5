// A program in C++: the replay gives its main another name, which is mangled.
// RUN: %exits 0 %coverme %s --entry main | FileCheck %s
// CHECK: main: 2 of 2 branches covered
extern "C" double __VERIFIER_nondet_double(void);

int main() {
  double x = __VERIFIER_nondet_double();
  if (x > 3)
    return 1;
  return 0;
}

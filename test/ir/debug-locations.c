// Ensures that inserted code has debug locations where its function has: of the
// site, also where the branch that decides has none of its own.
// RUN: %cc -O0 -g -S -emit-llvm %s -o - | FileCheck %s

int g(double);

int f(double x, double y) {
  int n = 0;
  while (g(x) || x < y)
    ++n;
  return n;
}

// CHECK-COUNT-2: call void @__coverme_pen_{{.*}}, !dbg
// CHECK: call void @__coverme_out_of_fuel(), !dbg

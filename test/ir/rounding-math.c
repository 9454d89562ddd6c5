// Ensures that code for a run-time rounding mode, in which fcmp is an intrinsic,
// has the same sites, and that inserted calls are marked as such code demands.
// RUN: %cc -O0 -frounding-math -S -emit-llvm %s -o - | FileCheck %s

int f(double x) { return x < 1.0 ? 1 : 2; }

// CHECK: call i1 @llvm.experimental.constrained.fcmp
// CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double {{.*}}, double 1.000000e+00) [[STRICT:#[0-9]+]]
// CHECK: attributes [[STRICT]] = { {{.*}}strictfp

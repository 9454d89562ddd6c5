; Ensures that a comparison is found behind what C makes of it: widened to int,
; compared with zero, passed through __builtin_expect, stored as a bool.
; RUN: %cover < %s | FileCheck %s

declare i64 @llvm.expect.i64(i64, i64)
declare i1 @llvm.expect.with.probability.i1(i1, i1, double)

define i32 @f(double %x, i32 %i) {
  %c = fcmp olt double %x, 1.0
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double %x, double 1.000000e+00)
  %int = zext i1 %c to i32
  %nonzero = icmp ne i32 %int, 0
  br i1 %nonzero, label %b2, label %no
b2:
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 11, double %x, double 1.000000e+00)
  %long = sext i32 %int to i64
  %expected = call i64 @llvm.expect.i64(i64 %long, i64 1)
  %zero = icmp eq i64 %expected, 0
  br i1 %zero, label %b3, label %no
b3:
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double %x, double 1.000000e+00)
  %likely = call i1 @llvm.expect.with.probability.i1(i1 %c, i1 true, double 0.9)
  %frozen = freeze i1 %likely
  br i1 %frozen, label %b4, label %no
b4:
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double %x, double 1.000000e+00)
  %byte = sext i1 %c to i8
  %bool = trunc i8 %byte to i1
  br i1 %bool, label %b5, label %no
b5:
; 0 != c, with the zero on the left.
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double %x, double 1.000000e+00)
  %left = icmp ne i32 0, %int
  br i1 %left, label %b6, label %no
b6:
; The low bit of an int is no comparison.
; CHECK: call void @__coverme_pen_bit
  %low = trunc i32 %i to i1
  br i1 %low, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

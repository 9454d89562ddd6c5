; Ensures that isinf and isfinite become comparisons of the magnitude with
; infinity, and that other class tests stay plain conditions.
; RUN: %cover < %s | FileCheck %s

declare i1 @llvm.is.fpclass.f64(double, i32)
declare i1 @llvm.is.fpclass.f32(float, i32)

define i32 @f(double %x, float %y) {
; CHECK: [[ABS:%.*]] = call double @llvm.fabs.f64(double %x)
; CHECK-NEXT: call void @__coverme_pen_f64({{.*}}, i32 1, double [[ABS]], double 0x7FF0000000000000)
  %c1 = call i1 @llvm.is.fpclass.f64(double %x, i32 516)
  br i1 %c1, label %b2, label %no
b2:
; isfinite: less than infinity.
; CHECK: [[ABS:%.*]] = call float @llvm.fabs.f32(float %y)
; CHECK-NEXT: call void @__coverme_pen_f32({{.*}}, i32 4, float [[ABS]], float 0x7FF0000000000000)
  %c2 = call i1 @llvm.is.fpclass.f32(float %y, i32 504)
  br i1 %c2, label %b3, label %no
b3:
; Not finite: the complement, with NaN in it.
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 11, double {{.*}}, double 0x7FF0000000000000)
  %c3 = call i1 @llvm.is.fpclass.f64(double %x, i32 519)
  br i1 %c3, label %b4, label %no
b4:
; isnormal
; CHECK: call void @__coverme_pen_bit
  %c4 = call i1 @llvm.is.fpclass.f64(double %x, i32 264)
  br i1 %c4, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

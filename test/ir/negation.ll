; Ensures that a negation flips the set of relations: with NaN in it for
; floating-point operands, without for integers.
; RUN: %cover < %s | FileCheck %s

define i32 @f(double %x, i32 %i) {
; not (x < 1): {EQ,GT,UNO}
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 11, double %x, double 1.000000e+00)
  %c1 = fcmp olt double %x, 1.0
  %n1 = xor i1 %c1, true
  br i1 %n1, label %b2, label %no
b2:
; not not (x < 1): {LT}
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 4, double %x, double 1.000000e+00)
  %n2 = xor i1 %n1, true
  br i1 %n2, label %b3, label %no
b3:
; not (i == 7): {GT,LT}
; CHECK: call void @__coverme_pen_s64({{.*}}, i32 6, i64 {{.*}}, i64 7)
  %c3 = icmp eq i32 %i, 7
  %n3 = xor i1 %c3, true
  br i1 %n3, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

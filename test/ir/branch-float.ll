; Ensures that float is compared by its own hook, and that half and bfloat are
; widened to it where the hook is called, not before.
; RUN: %cover < %s | FileCheck %s

define i32 @f(float %a, half %h, bfloat %b) {
; CHECK: call void @__coverme_pen_f32(ptr @coverme.states, i32 3, float %a, float 5.000000e-01)
  %c1 = fcmp oge float %a, 0.5
  br i1 %c1, label %next, label %no
next:
; CHECK: fcmp ogt half %h, 0xH3C00
; CHECK-NEXT: load i8
; CHECK-NEXT: icmp
; CHECK-NEXT: br
; CHECK: [[H:%.*]] = fpext half %h to float
; CHECK-NEXT: call void @__coverme_pen_f32({{.*}}, i32 2, float [[H]], float 1.000000e+00)
  %c2 = fcmp ogt half %h, 1.0
  br i1 %c2, label %last, label %no
last:
; CHECK: [[B:%.*]] = fpext bfloat %b to float
; CHECK-NEXT: call void @__coverme_pen_f32({{.*}}, i32 6, float [[B]], float 1.000000e+00)
  %c3 = fcmp one bfloat %b, 1.0
  br i1 %c3, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Ensures that a select of one bit is a site, ahead of which the hook is called,
; and that a select of vectors is none.
; RUN: %cover < %s | FileCheck %s

; CHECK: @coverme.states = private global [1 x i8]

define double @f(double %x, <2 x i1> %m, <2 x double> %v) {
; CHECK-LABEL: define double @f(
; CHECK-NEXT:    %c = fcmp ogt double %x, 2.000000e+00
; CHECK-NEXT:    load i8, ptr @coverme.states
; CHECK:         call void @__coverme_pen_f64({{.*}}, i32 2, double %x, double 2.000000e+00)
; CHECK:       {{[0-9]+}}:
; CHECK-NEXT:    %s = select i1 %c, double 1.000000e+00, double %x
; CHECK-NEXT:    %t = select <2 x i1> %m, <2 x double> %v, <2 x double> zeroinitializer
  %c = fcmp ogt double %x, 2.0
  %s = select i1 %c, double 1.0, double %x
  %t = select <2 x i1> %m, <2 x double> %v, <2 x double> zeroinitializer
  %e = extractelement <2 x double> %t, i32 0
  %sum = fadd double %s, %e
  ret double %sum
}

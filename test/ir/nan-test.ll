; Ensures that `x != x` asks for an unordered operand instead of a neighbour of x,
; whether x is one value or, before mem2reg, two loads with no write between.
; RUN: %cover < %s | FileCheck %s

declare i1 @llvm.is.fpclass.f64(double, i32)

define i32 @f(double %x, double %y) {
entry:
  %p = alloca double
  store double %x, ptr %p
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 8, double %x, double %x)
  %c1 = fcmp une double %x, %x
  br i1 %c1, label %b2, label %no
b2:
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 7, double %x, double %x)
  %c2 = fcmp oeq double %x, %x
  br i1 %c2, label %b3, label %no
b3:
; CHECK: [[L1:%.*]] = freeze double %l1
; CHECK: [[L2:%.*]] = freeze double %l2
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 8, double [[L1]], double [[L2]])
  %l1 = load double, ptr %p
  %l2 = load double, ptr %p
  %c3 = fcmp une double %l1, %l2
  br i1 %c3, label %b4, label %no
b4:
; A write between: %l3 and %l4 may differ.
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 14, double {{.*}}, double {{.*}})
  %l3 = load double, ptr %p
  store double %y, ptr %p
  %l4 = load double, ptr %p
  %c4 = fcmp une double %l3, %l4
  br i1 %c4, label %b5, label %no
b5:
; Volatile loads may differ too.
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 14, double {{.*}}, double {{.*}})
  %l5 = load volatile double, ptr %p
  %l6 = load volatile double, ptr %p
  %c5 = fcmp une double %l5, %l6
  br i1 %c5, label %b6, label %no
b6:
; CHECK: call void @__coverme_pen_f64({{.*}}, i32 8, double %x, double %x)
  %c6 = call i1 @llvm.is.fpclass.f64(double %x, i32 3)
  br i1 %c6, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

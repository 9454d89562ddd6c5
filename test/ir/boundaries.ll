; Ensures that COVERME_MARKS=boundary makes a site of each comparison's boundary,
; which measures the distance between the sides and is ahead of the decision; and
; that tests for NaN, of addresses and of flags, and labels of a switch have none.
; RUN: env COVERME_MARKS=boundary %cover < %s | FileCheck %s
; RUN: env 'COVERME_MARKS=boundary' opt -load-pass-plugin=%plugin '-passes=coverme,default<O1>' -S < %s | FileCheck %s --check-prefix=OPTIMISED

; OPTIMISED-NOT: mark.else

define i32 @floats(double %x, double %y) {
  %c = fcmp ult double %x, %y
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  %d = fcmp ogt double %y, 1.0
  %s = select i1 %d, i32 2, i32 3
  ret i32 %s
}
; CHECK-LABEL: define {{.*}}@floats(
; CHECK: [[EQUAL:%.*]] = fcmp oeq double %x, %y
; CHECK: call void @__coverme_pen_f64(ptr {{.*}}, i32 1, double %x, double %y)
; CHECK: br i1 [[EQUAL]], label %mark.next, label %mark.else
; CHECK: mark.else:
; CHECK-NEXT: br label %mark.next
; CHECK: mark.next:
; CHECK: call void @__coverme_pen_f64(ptr {{.*}}, i32 12, double %x, double %y)
; CHECK: br i1 %c, label %yes, label %no
; CHECK: fcmp oeq double %y, 1.0
; CHECK: call void @__coverme_pen_f64(ptr {{.*}}, i32 1, double %y, double 1.0
; CHECK: call void @__coverme_pen_f64(ptr {{.*}}, i32 2, double %y, double 1.0
; CHECK: select i1 %d

define i32 @integers(i32 %n, i32 %m) {
  %c = icmp ult i32 %n, 7
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  %o = or i32 %n, %m
  %d = icmp eq i32 %o, 0
  br i1 %d, label %yes, label %rest
rest:
  ret i32 2
}
; CHECK-LABEL: define {{.*}}@integers(
; CHECK: icmp eq i32 %n, 7
; CHECK: icmp eq i32 {{.*}}, 0
; CHECK: br i1 {{.*}}, label %mark.next{{.*}}, label %mark.else

define i32 @strict(float %x) strictfp {
  %c = call i1 @llvm.experimental.constrained.fcmps.f32(float %x, float 1.0, metadata !"ole", metadata !"fpexcept.strict") strictfp
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
declare i1 @llvm.experimental.constrained.fcmps.f32(float, float, metadata, metadata)
; CHECK-LABEL: define {{.*}}@strict(
; CHECK: call i1 @llvm.experimental.constrained.fcmp.f32(float %x, float 1.000000e+00, metadata !"oeq"
; CHECK: br i1 {{.*}}, label %mark.next, label %mark.else

define i32 @others(double %x, ptr %p, ptr %q, i1 %flag, i32 %n) {
  %c = fcmp uno double %x, %x
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  %d = icmp eq ptr %p, %q
  br i1 %d, label %yes, label %rest
rest:
  br i1 %flag, label %yes, label %end
end:
  switch i32 %n, label %yes [ i32 3, label %last ]
last:
  ret i32 2
}
; CHECK-LABEL: define {{.*}}@others(
; CHECK-NOT: mark.
; CHECK: ret i32 2

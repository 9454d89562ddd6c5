; Ensures the whole shape of a check: one byte load per site, the hook in a block
; of its own with the byte's address, the relations and both operands, and the
; decision itself untouched.
; RUN: %cover < %s | FileCheck %s

; CHECK: @coverme.states = private global [2 x i8] zeroinitializer, section "coverme_states", align 1
; CHECK: @llvm.used = {{.*}}@coverme.states

define i32 @f(double %a, double %b) {
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %c = fcmp olt double %a, %b
; CHECK-NEXT:    [[STATE:%.*]] = load i8, ptr @coverme.states, align 1
; CHECK-NEXT:    [[ON:%.*]] = icmp ne i8 [[STATE]], 0
; CHECK-NEXT:    br i1 [[ON]], label %[[PEN:.*]], label %[[CONT:.*]], !prof [[UNLIKELY:!.*]]
; CHECK:       [[PEN]]:
; CHECK-NEXT:    call void @__coverme_pen_f64(ptr @coverme.states, i32 4, double %a, double %b)
; CHECK-NEXT:    br label %[[CONT]]
; CHECK:       [[CONT]]:
; CHECK-NEXT:    br i1 %c, label %yes, label %no
  %c = fcmp olt double %a, %b
  br i1 %c, label %yes, label %no
yes:
; CHECK:       yes:
; CHECK-NEXT:    %d = fcmp uge double %a, 1.000000e+00
; CHECK-NEXT:    load i8, ptr getelementptr inbounds (i8, ptr @coverme.states, i64 1)
; CHECK:         call void @__coverme_pen_f64(ptr getelementptr inbounds (i8, ptr @coverme.states, i64 1), i32 11, double %a, double 1.000000e+00)
; CHECK:         br i1 %d, label %no, label %end
  %d = fcmp uge double %a, 1.0
  br i1 %d, label %no, label %end
no:
  ret i32 0
end:
  ret i32 1
}
; CHECK: [[UNLIKELY]] = !{!"branch_weights", i32 1, i32 {{[0-9]+}}}

; Ensures that the last operand of a && whose value is needed becomes a branch.
; RUN: %cover < %s | FileCheck %s

define i1 @f(double %a, double %b, i1 %d, ptr %p) {
; CHECK-LABEL: define i1 @f(
; CHECK:         call void @__coverme_pen_f64({{.*}}, double %a, double 1.000000e+00)
; CHECK:       [[LHS:[0-9]+]]:
; CHECK-NEXT:    br i1 %first, label %rhs, label %end
; CHECK:         call void @__coverme_pen_f64({{.*}}, double %b, double 2.000000e+00)
; CHECK:         br i1 %last, label %[[YES:.*]], label %[[NO:.*]]
; CHECK:       [[YES]]:
; CHECK-NEXT:    br label %end
; CHECK:       [[NO]]:
; CHECK-NEXT:    br label %end
; CHECK:       end:
; CHECK-DAG:     %v = phi i1 [ false, %[[LHS]] ],{{( \[ false, %[0-9]+ \],)?}} [ true, %[[YES]] ]{{(, \[ false, %[0-9]+ \])?$}}
; CHECK-DAG:     %other = phi double [ 0.000000e+00, %[[LHS]] ], [ %b, %{{[0-9]+}} ], [ %b, %{{[0-9]+}} ]
; CHECK:         ret i1 %v
entry:
  %first = fcmp olt double %a, 1.0
  br i1 %first, label %rhs, label %end
rhs:
  %last = fcmp olt double %b, 2.0
  br label %end
end:
  %v = phi i1 [ false, %entry ], [ %last, %rhs ]
  %other = phi double [ 0.0, %entry ], [ %b, %rhs ]
  store double %other, ptr %p
  ret i1 %v
}

; A choice between two conditions is no && and stays.
define i1 @choice(i1 %a, i1 %b, i1 %c) {
; CHECK-LABEL: define i1 @choice(
; CHECK:         phi i1 [ %b, %left ], [ %c, %right ]
entry:
  br i1 %a, label %left, label %right
left:
  br label %end
right:
  br label %end
end:
  %v = phi i1 [ %b, %left ], [ %c, %right ]
  ret i1 %v
}

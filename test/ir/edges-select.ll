; Ensures that both outcomes of a select lead to what follows it in its block.
; RUN: %cc -O0 -c -x ir %s -o %t.o
; RUN: %tables %t.o | FileCheck %s

define i32 @f(double %x) {
  %c = fcmp olt double %x, 1.0
  %s = select i1 %c, double 1.0, double %x
  %d = fcmp olt double %s, 2.0
  %t = select i1 %d, double 1.0, double %x
  %e = fcmp olt double %t, 3.0
  br i1 %e, label %yes, label %no
yes:
  %u = select i1 %c, i32 1, i32 2
  ret i32 %u
no:
  ret i32 0
}

; CHECK:      entry -> 0
; CHECK:      site 0 select
; CHECK-NEXT:   false -> 1
; CHECK-NEXT:   true -> 1
; CHECK-NEXT: site 1 select
; CHECK-NEXT:   false -> 2
; CHECK-NEXT:   true -> 2
; CHECK-NEXT: site 2 branch
; CHECK-NEXT:   false -> none
; CHECK-NEXT:   true -> 3
; CHECK-NEXT: site 3 select
; CHECK-NEXT:   false -> none
; CHECK-NEXT:   true -> none

; Ensures that a loop on a && is decided by its operands, without a branch on
; their joined value in between, also where an operand is a || itself; and that
; PHIs behind the loop's condition keep their values.
; RUN: %cover < %s | FileCheck %s

define i32 @f(double %a, double %b, double %c) {
; CHECK-LABEL: define i32 @f(
; CHECK-NOT:     __coverme_pen_bit
; CHECK:         br i1 %first, label %second, label %exit
; CHECK-NOT:     __coverme_pen_bit
; CHECK:         br i1 %middle, label %[[JOIN:.*]], label %third
; CHECK-NOT:     __coverme_pen_bit
; CHECK:         br i1 %last, label %[[YES:.*]], label %[[NO:.*]]
; CHECK-NOT:     phi i1
; CHECK:       body:
; CHECK:       exit:
; CHECK-NEXT:    %r = phi i32
; CHECK-SAME:      [ %n,
; CHECK-SAME:      [ %n,
; CHECK-NOT:     __coverme_pen_bit
entry:
  br label %head
head:
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %first = fcmp olt double %a, 1.0
  br i1 %first, label %second, label %test
second:
  %middle = fcmp olt double %b, 2.0
  br i1 %middle, label %either, label %third
third:
  %last = fcmp olt double %c, 3.0
  br label %either
either:
  %or = phi i1 [ true, %second ], [ %last, %third ]
  br label %test
test:
  %and = phi i1 [ false, %head ], [ %or, %either ]
  br i1 %and, label %body, label %exit
body:
  %next = add i32 %n, 1
  br label %head
exit:
  %r = phi i32 [ %n, %test ]
  ret i32 %r
}

; An edge to `exit` is there already with another value: the new one takes a
; block of its own.
define i32 @taken(i1 %a, i1 %b) {
; CHECK-LABEL: define i32 @taken(
; CHECK:         phi i32
; CHECK-SAME:      [ 1,
; CHECK-SAME:      [ 2,
entry:
  br i1 %a, label %exit, label %test
test:
  %v = phi i1 [ false, %entry ]
  br i1 %v, label %body, label %exit
body:
  ret i32 0
exit:
  %r = phi i32 [ 1, %entry ], [ 2, %test ]
  ret i32 %r
}

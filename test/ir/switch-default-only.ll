; Ensures that a switch that always goes to its default has no site.
; RUN: %cover < %s | FileCheck %s

; CHECK-NOT: @coverme.states
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    br label %rest
; CHECK:       rest:
; CHECK-NEXT:    %p = phi i32 [ 3, %entry ]

define i32 @f(i32 %v) {
entry:
  switch i32 %v, label %rest [ i32 5, label %rest
                               i32 7, label %rest ]
rest:
  %p = phi i32 [ 3, %entry ], [ 3, %entry ], [ 3, %entry ]
  ret i32 %p
}

; Ensures that a switch becomes a chain of comparisons in the order of its cases,
; each a site, and that PHIs get one entry per edge, doubles and all.
; RUN: %cover < %s | FileCheck %s

define i32 @f(i8 %v, i32 %a) {
; CHECK-LABEL: define i32 @f(
; CHECK:       entry:
; CHECK:         [[IS5:%.*]] = icmp eq i8 %v, 5
; CHECK:         [[V:%.*]] = sext i8 %v to i64
; CHECK-NEXT:    call void @__coverme_pen_s64(ptr @coverme.states, i32 1, i64 [[V]], i64 5)
; CHECK:       [[B5:[0-9]+]]:
; CHECK-NEXT:    br i1 [[IS5]], label %shared, label %[[N1:.*]]
; CHECK:       [[N1]]:
; CHECK-NEXT:    [[ISM1:%.*]] = icmp eq i8 %v, -1
; CHECK:         i64 -1)
; CHECK:       [[BM1:[0-9]+]]:
; CHECK-NEXT:    br i1 [[ISM1]], label %own, label %[[N2:.*]]
; CHECK:       [[N2]]:
; CHECK-NEXT:    [[IS7:%.*]] = icmp eq i8 %v, 7
; CHECK:         i64 7)
; CHECK:       [[B7:[0-9]+]]:
; CHECK-NEXT:    br i1 [[IS7]], label %shared, label %rest
; CHECK-NOT:   icmp eq i8 %v, 9
; CHECK:       shared:
; CHECK-NEXT:    %p = phi i32 [ %a, %[[B5]] ], [ %a, %[[B7]] ]
; CHECK:       own:
; CHECK-NEXT:    ret i32 2
; CHECK:       rest:
; CHECK-NEXT:    %q = phi i32 [ %p, %shared ], [ 3, %[[B7]] ]
entry:
  switch i8 %v, label %rest [ i8 5, label %shared
                              i8 -1, label %own
                              i8 9, label %rest
                              i8 7, label %shared ]
shared:
  %p = phi i32 [ %a, %entry ], [ %a, %entry ]
  br label %rest
own:
  ret i32 2
rest:
  %q = phi i32 [ 3, %entry ], [ 3, %entry ], [ %p, %shared ]
  ret i32 %q
}

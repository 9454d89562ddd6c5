; Ensures that small innermost loops have a copy without checks, which is run
; where nobody watches, if COVERME_PLAIN_LOOPS or optimisation asks for it.
; RUN: env COVERME_PLAIN_LOOPS=1 %cover < %s | FileCheck %s
; RUN: %cover < %s | FileCheck %s --check-prefix=NONE
; NONE-NOT: .plain

declare void @call()

define i32 @sum(ptr %p, i32 %n) {
; CHECK-LABEL: define i32 @sum(
; CHECK:       entry:
; CHECK-NEXT:    br label %[[CHOICE:.*]]
; CHECK:       [[CHOICE]]:
; CHECK-NEXT:    [[LEFT:%.*]] = load i64, ptr @__coverme_fuel
; CHECK-NEXT:    [[ALONE:%.*]] = icmp ugt i64 [[LEFT]], 9223372036854775807
; CHECK-NEXT:    br i1 [[ALONE]], label %head.plain, label %head, !prof
; CHECK:       head:
; CHECK:         load i8, ptr @coverme.states
; CHECK:       exit:
; CHECK-NEXT:    %r = phi i32 [ %s, %{{.*}} ], [ %s.plain, %head.plain ]
; CHECK:       head.plain:
; CHECK-NEXT:    %i.plain = phi i32 [ %i2.plain, %body.plain ], [ 0, %[[CHOICE]] ]
; CHECK-NEXT:    %s.plain = phi i32 [ %s2.plain, %body.plain ], [ 0, %[[CHOICE]] ]
; CHECK-NEXT:    %c.plain = icmp slt i32 %i.plain, %n
; CHECK-NEXT:    br i1 %c.plain, label %body.plain, label %exit
; CHECK:       body.plain:
; CHECK-NOT:     coverme
; CHECK:         br label %head.plain
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %s = phi i32 [ 0, %entry ], [ %s2, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %s2 = add i32 %s, %x
  %i2 = add i32 %i, 1
  br label %head
exit:
  %r = phi i32 [ %s, %head ]
  ret i32 %r
}

; Not of what calls, nor of what is used behind the loop.
define i32 @others(i32 %n) {
; CHECK-LABEL: define i32 @others(
; CHECK-NOT:   .plain
; CHECK:       ret i32
entry:
  br label %calling
calling:
  %i = phi i32 [ 0, %entry ], [ %i2, %calling ]
  call void @call()
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, %n
  br i1 %c, label %calling, label %used
used:
  %j = phi i32 [ 0, %calling ], [ %j2, %used ]
  %j2 = add i32 %j, 3
  %d = icmp slt i32 %j2, %n
  br i1 %d, label %used, label %exit
exit:
  ret i32 %j2
}

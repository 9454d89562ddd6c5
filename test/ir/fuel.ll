; Ensures that each back edge burns one unit of fuel, on the edge itself where its
; source may also leave the loop, and each call that may come back to its caller.
; RUN: %cover < %s | FileCheck %s

define void @while(i32 %n) {
; CHECK-LABEL: define void @while(
; CHECK:       body:
; CHECK-NEXT:    %next = add i32 %i, 1
; CHECK-NEXT:    [[FUEL:%.*]] = load i64, ptr @__coverme_fuel
; CHECK-NEXT:    [[LEFT:%.*]] = sub i64 [[FUEL]], 1
; CHECK-NEXT:    store i64 [[LEFT]], ptr @__coverme_fuel
; CHECK-NEXT:    [[DRY:%.*]] = icmp eq i64 [[LEFT]], 0
; CHECK-NEXT:    br i1 [[DRY]], label %[[OUT:.*]], label %[[LATCH:[0-9]+]], !prof
; CHECK:       [[OUT]]:
; CHECK-NEXT:    call void @__coverme_out_of_fuel()
; CHECK-NEXT:    br label %[[LATCH]]
; CHECK:       [[LATCH]]:
; CHECK-NEXT:    br label %head
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %next = add i32 %i, 1
  br label %head
exit:
  ret void
}

define i32 @do(i32 %n) {
; CHECK-LABEL: define i32 @do(
; CHECK:         br i1 %c, label %[[EDGE:.*]], label %exit
; CHECK:       [[EDGE]]:
; CHECK-NEXT:    load i64, ptr @__coverme_fuel
; CHECK:         br label %body
; CHECK:       exit:
; CHECK-NEXT:    ret i32 %next
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %exit
exit:
  ret i32 %next
}

; A computed goto has edges that cannot be split: it burns once for all.
define void @goto(ptr %to) {
; CHECK-LABEL: define void @goto(
; CHECK:       loop:
; CHECK-NEXT:    load i64, ptr @__coverme_fuel
; CHECK-NOT:     load i64, ptr @__coverme_fuel
; CHECK:         indirectbr ptr %to, [label %loop, label %out, label %loop]
entry:
  br label %loop
loop:
  indirectbr ptr %to, [label %loop, label %out, label %loop]
out:
  ret void
}

define i32 @recursive(i32 %n) {
; CHECK-LABEL: define i32 @recursive(
; CHECK-NOT:     @__coverme_fuel
; CHECK:         call i32 @leaf(
; CHECK:         load i64, ptr @__coverme_fuel
; CHECK:         call void @__coverme_out_of_fuel()
; CHECK:         call i32 @mutual(
  %a = call i32 @leaf(i32 %n)
  %b = call i32 @mutual(i32 %a)
  ret i32 %b
}

define i32 @mutual(i32 %n) {
; CHECK-LABEL: define i32 @mutual(
; CHECK:         load i64, ptr @__coverme_fuel
; CHECK:         call void @__coverme_out_of_fuel()
; CHECK:         call i32 @recursive(
  %a = call i32 @recursive(i32 %n)
  ret i32 %a
}

define i32 @leaf(i32 %n) {
; CHECK-LABEL: define i32 @leaf(
; CHECK-NOT:     @__coverme_fuel
; CHECK:         ret i32
  ret i32 %n
}

; Ensures that hook and branch see one value where the code under test may read
; what it never wrote: what may be indefinite is frozen for both.
; RUN: %cover < %s | FileCheck %s

define i32 @f(i32 %n, ptr %p, i1 %b) {
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %x = load i32, ptr %p
; CHECK-NEXT:    [[X:%.*]] = freeze i32 %x
; CHECK-NEXT:    %c = icmp slt i32 %n, [[X]]
; CHECK:         [[WIDE:%.*]] = sext i32 [[X]] to i64
; CHECK-NEXT:    call void @__coverme_pen_s64({{.*}}, i32 4, i64 {{.*}}, i64 [[WIDE]])
; CHECK:         br i1 %c, label %second, label %no
  %x = load i32, ptr %p
  %c = icmp slt i32 %n, %x
  br i1 %c, label %second, label %no
second:
; The same comparison decides again, on the same value.
; CHECK:       second:
; CHECK-NOT:     freeze
; CHECK:         sext i32 [[X]] to i64
; CHECK:         br i1 %c, label %third, label %no
  br i1 %c, label %third, label %no
third:
; CHECK:         [[POISON:%.*]] = freeze i32 poison
; CHECK-NEXT:    %d = icmp slt i32 %n, [[POISON]]
  %d = icmp slt i32 %n, poison
  br i1 %d, label %fourth, label %no
fourth:
; CHECK:         %bit = load i1, ptr %p
; CHECK-NEXT:    [[BIT:%.*]] = freeze i1 %bit
; CHECK:         zext i1 [[BIT]] to i32
; CHECK:         br i1 [[BIT]], label %fifth, label %no
  %bit = load i1, ptr %p
  br i1 %bit, label %fifth, label %no
fifth:
; What a caller passes is definite.
; CHECK:       fifth:
; CHECK-NOT:     freeze
  br i1 %b, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Ensures that equality and signed predicates get sign-extended operands, and
; unsigned predicates zero-extended ones, at each width up to 64.
; RUN: %cover < %s | FileCheck %s

define i32 @f(i32 %i, i8 %c, i64 %l) {
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK-NEXT: call void @__coverme_pen_s64({{.*}}, i32 1, i64 [[I]], i64 -1)
  %c1 = icmp eq i32 %i, -1
  br i1 %c1, label %b2, label %no
b2:
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK-NEXT: call void @__coverme_pen_s64({{.*}}, i32 6, i64 [[I]], i64 5)
  %c2 = icmp ne i32 %i, 5
  br i1 %c2, label %b3, label %no
b3:
; CHECK: [[C:%.*]] = sext i8 %c to i64
; CHECK-NEXT: call void @__coverme_pen_s64({{.*}}, i32 5, i64 [[C]], i64 65)
  %c3 = icmp sle i8 %c, 65
  br i1 %c3, label %b4, label %no
b4:
; CHECK: [[I:%.*]] = zext i32 %i to i64
; CHECK-NEXT: call void @__coverme_pen_u64({{.*}}, i32 2, i64 [[I]], i64 4294967295)
  %c4 = icmp ugt i32 %i, -1
  br i1 %c4, label %b5, label %no
b5:
; CHECK-NOT: ext
; CHECK: call void @__coverme_pen_u64({{.*}}, i32 3, i64 %l, i64 %l)
  %c5 = icmp uge i64 %l, %l
  br i1 %c5, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

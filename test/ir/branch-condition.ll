; Ensures that a condition that no hook can compare is reported as itself, even
; where it is negated: it is true when it is greater than 0.
; RUN: %cover < %s | FileCheck %s

define i32 @f(i1 %b, i128 %w, fp128 %q, <2 x double> %v) {
; CHECK: [[BIT:%.*]] = zext i1 %b to i32
; CHECK-NEXT: call void @__coverme_pen_bit({{.*}}, i32 2, i32 [[BIT]], i32 0)
  br i1 %b, label %b2, label %no
b2:
; CHECK: [[NOT:%.*]] = freeze i1 %not
; CHECK: [[BIT:%.*]] = zext i1 [[NOT]] to i32
; CHECK-NEXT: call void @__coverme_pen_bit({{.*}}, i32 2, i32 [[BIT]], i32 0)
  %not = xor i1 %b, true
  br i1 %not, label %b3, label %no
b3:
; CHECK: freeze i1 %c3
; CHECK: call void @__coverme_pen_bit
  %c3 = icmp slt i128 %w, 7
  br i1 %c3, label %b4, label %no
b4:
; CHECK: freeze i1 %c4
; CHECK: call void @__coverme_pen_bit
  %c4 = fcmp olt fp128 %q, %q
  br i1 %c4, label %b5, label %no
b5:
; CHECK: freeze i1 %c5
; CHECK: call void @__coverme_pen_bit
  %lanes = fcmp olt <2 x double> %v, zeroinitializer
  %c5 = extractelement <2 x i1> %lanes, i32 0
  br i1 %c5, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Ensures that `(high | low) == 0`, by which libm code asks for one double, is
; compared as one 64-bit number; and that other forms are not.
; RUN: %cover < %s | FileCheck %s

define i32 @f(i32 %high, i32 %low, i64 %wide) {
; CHECK:      [[HIGH:%.*]] = sext i32 %high to i64
; CHECK-NEXT: [[SHIFTED:%.*]] = shl i64 [[HIGH]], 32
; CHECK-NEXT: [[LOW:%.*]] = zext i32 %low to i64
; CHECK-NEXT: [[PAIR:%.*]] = add i64 [[SHIFTED]], [[LOW]]
; CHECK-NEXT: call void @__coverme_pen_s64({{.*}}, i32 1, i64 [[PAIR]], i64 0)
  %or1 = or i32 %high, %low
  %c1 = icmp eq i32 %or1, 0
  br i1 %c1, label %second, label %no
second:
; Left of the zero, an operand that has to be frozen.
; CHECK:      [[TOP:%.*]] = freeze i32 %top
; CHECK-NEXT: %or2 = or i32 [[TOP]], %low
; CHECK:      add i64
; CHECK-NEXT: call void @__coverme_pen_s64({{.*}}, i32 6, i64 {{.*}}, i64 0)
  %top = sub i32 %high, 1072693248
  %or2 = or i32 %top, %low
  %c2 = icmp ne i32 0, %or2
  br i1 %c2, label %third, label %no
third:
; CHECK-NOT: shl
; CHECK-NOT: add
  %or3 = or i32 %high, %low
  %c3 = icmp slt i32 %or3, 0
  br i1 %c3, label %fourth, label %no
fourth:
  %or4 = or i64 %wide, 7
  %c4 = icmp eq i64 %or4, 0
  br i1 %c4, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Ensures that pointers are compared as such, and that those of another address
; space, which the hook cannot take, count as a plain condition.
; RUN: %cover < %s | FileCheck %s

define i32 @f(ptr %p, ptr %q, ptr addrspace(1) %r) {
; CHECK: call void @__coverme_pen_ptr({{.*}}, i32 6, ptr %p, ptr null)
  %c1 = icmp ne ptr %p, null
  br i1 %c1, label %b2, label %no
b2:
; CHECK: call void @__coverme_pen_ptr({{.*}}, i32 4, ptr %p, ptr %q)
  %c2 = icmp ult ptr %p, %q
  br i1 %c2, label %b3, label %no
b3:
; CHECK: [[C3:%.*]] = freeze i1 %c3
; CHECK: [[BIT:%.*]] = zext i1 [[C3]] to i32
; CHECK-NEXT: call void @__coverme_pen_bit({{.*}}, i32 2, i32 [[BIT]], i32 0)
  %c3 = icmp eq ptr addrspace(1) %r, null
  br i1 %c3, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

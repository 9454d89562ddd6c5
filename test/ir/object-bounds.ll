; Ensures that accesses at computed offsets in variables of the code's own are
; checked against the size of the whole variable, and no others.
; RUN: %cover < %s | FileCheck %s

@table = internal constant [3 x [4 x double]] zeroinitializer
@elsewhere = external global [4 x i32]
@weak = weak global [4 x i32] zeroinitializer

; CHECK-LABEL: define double @row(
; CHECK: [[OUT:%.*]] = icmp ugt i64 {{%.*}}, 88
; CHECK-NEXT: br i1 [[OUT]], label %[[OUTSIDE:.*]], label %[[ACCESS:.*]], !prof
; CHECK: [[OUTSIDE]]:
; CHECK-NEXT: call void @__coverme_outside()
; CHECK-NEXT: br label %[[ACCESS]]
; CHECK: [[ACCESS]]:
; CHECK-NEXT: load double
; CHECK-NOT: @__coverme_outside
define double @row(i64 %i, i64 %j) {
  %row = getelementptr inbounds [3 x [4 x double]], ptr @table, i64 0, i64 %i
  %at = getelementptr inbounds [4 x double], ptr %row, i64 0, i64 %j
  %value = load double, ptr %at
  ret double %value
}

; CHECK-LABEL: define void @writes(
; CHECK: icmp ugt i64 {{%.*}}, 12
; CHECK: call void @__coverme_outside()
; CHECK: store i32
; CHECK: icmp ugt i64 {{%.*}}, 8
; CHECK: call void @__coverme_outside()
; CHECK: call void @llvm.memset
define void @writes(i64 %i) {
  %local = alloca [4 x i32]
  %at = getelementptr inbounds [4 x i32], ptr %local, i64 0, i64 %i
  store i32 1, ptr %at
  call void @llvm.memset.p0.i64(ptr %at, i8 0, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @unknown(
; CHECK-NOT: call void @__coverme_outside
; CHECK: ret i32
define i32 @unknown(ptr %p, i64 %i) {
  %1 = getelementptr inbounds i32, ptr %p, i64 %i
  %a = load i32, ptr %1
  %2 = getelementptr inbounds [4 x i32], ptr @elsewhere, i64 0, i64 %i
  %b = load i32, ptr %2
  %3 = getelementptr inbounds [4 x i32], ptr @weak, i64 0, i64 %i
  %c = load i32, ptr %3
  %4 = getelementptr inbounds [3 x [4 x double]], ptr @table, i64 0, i64 1
  %d = load i32, ptr %4
  %s = add i32 %a, %b
  %t = add i32 %c, %d
  %u = add i32 %s, %t
  ret i32 %u
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

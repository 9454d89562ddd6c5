; Ensures the shape of trampolines: slots in, the function called as it wants to
; be, a slot out; that they are not instrumented themselves; and that what takes
; more than numbers has none, but is in the table of functions.
; RUN: %cover < %s | FileCheck %s

; CHECK: @coverme_tramps = private global [5 x ptr] [ptr @__coverme_tramp_0, ptr @__coverme_tramp_1, ptr null, ptr null, ptr null], section "coverme_tramps", align 8
; CHECK: @coverme_functions = private global [5 x ptr] [ptr @f, ptr @nothing, ptr @variadic, ptr @pointer, ptr @aggregate], section "coverme_functions", align 8
; CHECK: @llvm.used = {{.*}}@coverme_tramps, ptr @coverme_functions

define internal fastcc zeroext i1 @f(float %x, i16 signext %i, i1 zeroext %b) #0 {
  ret i1 %b
}

define void @nothing() {
  ret void
}

define i32 @variadic(i32 %n, ...) {
  ret i32 %n
}

define void @pointer(ptr %p) {
  ret void
}

define void @aggregate(ptr sret(i64) %p) {
  ret void
}

attributes #0 = { "target-features"="+sse2" }

; CHECK-LABEL: define internal void @__coverme_tramp_0(ptr %0, ptr %1) #
; CHECK-NEXT:    [[X_SLOT:%.*]] = getelementptr inbounds i64, ptr %0, i64 0
; CHECK-NEXT:    [[X:%.*]] = load float, ptr [[X_SLOT]]
; CHECK-NEXT:    [[I_SLOT:%.*]] = getelementptr inbounds i64, ptr %0, i64 1
; CHECK-NEXT:    [[I:%.*]] = load i16, ptr [[I_SLOT]]
; CHECK-NEXT:    [[B_SLOT:%.*]] = getelementptr inbounds i64, ptr %0, i64 2
; CHECK-NEXT:    [[B_WORD:%.*]] = load i64, ptr [[B_SLOT]]
; CHECK-NEXT:    [[B:%.*]] = trunc i64 [[B_WORD]] to i1
; CHECK-NEXT:    [[R:%.*]] = call fastcc zeroext i1 @f(float [[X]], i16 signext [[I]], i1 zeroext [[B]]) [[NOINLINE:#[0-9]+]]
; CHECK-NEXT:    [[R_WORD:%.*]] = zext i1 [[R]] to i64
; CHECK-NEXT:    store i64 [[R_WORD]], ptr %1
; CHECK-NEXT:    ret void

; CHECK-LABEL: define internal void @__coverme_tramp_1(
; CHECK-NEXT:    call void @nothing() [[NOINLINE]]
; CHECK-NEXT:    store i64 0, ptr %1
; CHECK-NEXT:    ret void

; CHECK-NOT: define
; CHECK: attributes [[NOINLINE]] = { nobuiltin noinline }

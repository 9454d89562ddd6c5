; Ensures that the hooks are declared as abi.def says, with each parameter
; narrower than a register extended by the caller, and nothing else is.
; RUN: %cover < %s | FileCheck %s

; CHECK-DAG: @__coverme_fuel = external hidden global i64
; CHECK-DAG: @__coverme_abi_version_23 = external hidden constant i32

; CHECK: declare hidden void @__coverme_out_of_fuel() [[HOOK:#[0-9]+]]
; CHECK: declare hidden void @__coverme_outside() [[HOOK]]
; CHECK: declare hidden void @__coverme_unreachable() [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_f32(ptr, i32 zeroext, float, float) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_f64(ptr, i32 zeroext, double, double) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_f80(ptr, i32 zeroext, x86_fp80, x86_fp80) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_s64(ptr, i32 zeroext, i64, i64) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_u64(ptr, i32 zeroext, i64, i64) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_ptr(ptr, i32 zeroext, ptr, ptr) [[HOOK]]
; CHECK: declare hidden void @__coverme_pen_bit(ptr, i32 zeroext, i32 zeroext, i32 zeroext) [[HOOK]]
; CHECK-NOT: declare
; CHECK: attributes [[HOOK]] = { cold nounwind }

@variable = internal global [4 x i32] zeroinitializer

define void @all(float %f, double %d, x86_fp80 %l, i32 %i, ptr %p, i1 %b) {
entry:
  %c1 = fcmp olt float %f, 1.0
  br i1 %c1, label %b2, label %loop
b2:
  %c2 = fcmp olt double %d, 1.0
  br i1 %c2, label %b3, label %loop
b3:
  %c3 = fcmp olt x86_fp80 %l, 0xK3FFF8000000000000000
  br i1 %c3, label %b4, label %loop
b4:
  %c4 = icmp slt i32 %i, 1
  br i1 %c4, label %b5, label %loop
b5:
  %c5 = icmp ult i32 %i, 7
  br i1 %c5, label %b6, label %loop
b6:
  %c6 = icmp eq ptr %p, null
  br i1 %c6, label %b7, label %loop
b7:
  br i1 %b, label %out, label %loop
loop:
  %at = getelementptr [4 x i32], ptr @variable, i64 0, i32 %i
  store i32 0, ptr %at
  br label %loop
out:
  unreachable
}

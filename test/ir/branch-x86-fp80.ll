; Ensures that long double goes to its hook in full.
; RUN: %cover < %s | FileCheck %s

define i32 @f(x86_fp80 %a) {
; CHECK: call void @__coverme_pen_f80(ptr @coverme.states, i32 14, x86_fp80 %a, x86_fp80 0xK3FFF8000000000000000)
  %c = fcmp une x86_fp80 %a, 0xK3FFF8000000000000000
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Ensures that a plugin that is named twice instruments once.
; RUN: %cover < %s > %t.once
; RUN: opt -load-pass-plugin=%plugin -passes=coverme,coverme -S < %s > %t.twice
; RUN: cmp %t.once %t.twice

define i32 @f(double %x) {
  %c = fcmp olt double %x, 1.0
  %s = select i1 %c, i32 1, i32 2
  ret i32 %s
}

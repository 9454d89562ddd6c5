; Ensures that what cannot go two ways is no site: a constant condition, a branch
; with one destination, code that the entry does not reach.
; RUN: %cover < %s | FileCheck %s

; CHECK-NOT: @coverme.states
; CHECK-NOT: __coverme_pen

define i32 @constant() {
  br i1 true, label %yes, label %no
yes:
  %s = select i1 false, i32 1, i32 2
  ret i32 %s
no:
  br i1 poison, label %yes, label %end
end:
  ret i32 0
}

define i32 @same(i1 %c) {
  br i1 %c, label %end, label %end
end:
  ret i32 0
}

define i32 @unreached(i1 %c) {
  ret i32 0
dead:
  %cycle = xor i1 %cycle, true
  br i1 %cycle, label %dead, label %end
end:
  ret i32 1
}

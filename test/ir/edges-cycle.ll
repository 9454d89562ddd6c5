; Ensures that edges are complete where blocks without a site form a cycle, from
; whichever of its blocks it is entered.
; RUN: %cc -O0 -c -x ir %s -o %t.o
; RUN: %tables %t.o | FileCheck %s

define void @callee() {
  ret void
}

define void @other() {
  ret void
}

define void @f(i32 %i, ptr %to) {
entry:
  %c = icmp slt i32 %i, 1
  br i1 %c, label %a, label %b
a:
  call void @callee()
  br label %b
b:
  call void @other()
  indirectbr ptr %to, [label %a, label %last]
last:
  %d = icmp slt i32 %i, 2
  br i1 %d, label %forever, label %end
forever:
  br label %forever
end:
  ret void
}

; CHECK:      site 0
; CHECK-NEXT:   false -> 1 call:0 call:1
; CHECK-NEXT:   true -> 1 call:0 call:1
; CHECK-NEXT: site 1
; CHECK-NEXT:   false -> none
; CHECK-NEXT:   true -> none

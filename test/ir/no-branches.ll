; Ensures that a function without a branch gets a trampoline and a table entry,
; but no hook.
; RUN: %cover < %s | FileCheck %s
; RUN: %cc -O0 -c -x ir %s -o %t.o
; RUN: %tables %t.o | FileCheck %s --check-prefix=TABLES

; CHECK-NOT: @coverme.states
; CHECK: @coverme_tramps = private global [1 x ptr] [ptr @__coverme_tramp_0]
; CHECK: define double @f(double %x) {
; CHECK-NEXT: ret double %x
; CHECK-NOT: declare

; TABLES: function 0 f
; TABLES: entry -> none
; TABLES-NOT: site

define double @f(double %x) {
  ret double %x
}

; Ensures that a site names its constant operand, on its side, with the bits that
; the hook gets.
; RUN: %cc -O0 -c -x ir %s -o %t.o
; RUN: %tables %t.o | FileCheck %s

define i32 @f(double %x, float %y, half %h, x86_fp80 %l, i32 %i, ptr %p, i1 %b) {
; CHECK: site 0 select f64 {LT} {{.*}} right=0x3ff8000000000000
  %c0 = fcmp olt double %x, 1.5
  %s0 = select i1 %c0, i32 1, i32 2
; CHECK: site 1 select f32 {LT} {{.*}} left=0x3fc00000
  %c1 = fcmp olt float 1.5, %y
  %s1 = select i1 %c1, i32 1, i32 2
; CHECK: site 2 select f32 {LT} {{.*}} right=0x3fc00000
  %c2 = fcmp olt half %h, 1.5
  %s2 = select i1 %c2, i32 1, i32 2
; A long double does not fit.
; CHECK: site 3 select f80 {LT} {{[^ ]*$}}
  %c3 = fcmp olt x86_fp80 %l, 0xK3FFF8000000000000000
  %s3 = select i1 %c3, i32 1, i32 2
; CHECK: site 4 select s64 {LT} {{.*}} right=0xfffffffffffffffe
  %c4 = icmp slt i32 %i, -2
  %s4 = select i1 %c4, i32 1, i32 2
; CHECK: site 5 select u64 {LT} {{.*}} right=0xfffffffe
  %c5 = icmp ult i32 %i, -2
  %s5 = select i1 %c5, i32 1, i32 2
; CHECK: site 6 select ptr {EQ} {{.*}} right=0x0
  %c6 = icmp eq ptr %p, null
  %s6 = select i1 %c6, i32 1, i32 2
; CHECK: site 7 select bit {GT} {{[^ ]*$}}
  %s7 = select i1 %b, i32 1, i32 2
  ret i32 0
}

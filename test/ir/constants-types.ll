; Ensures that constants keep their width and sign, and that those of types that
; no table entry can hold are left out.
; RUN: %cc -O0 -c -x ir %s -o %t.o
; RUN: %tables %t.o | FileCheck %s

; CHECK: constants -1:8 -2:16 -3:32 -9223372036854775808:64 0.5f -0.0 inf nan{{$}}

define void @f(i8 %a, i16 %b, i32 %c, i64 %d, i128 %e, i1 %t, float %f, double %g, x86_fp80 %h, half %i) {
  %1 = icmp eq i8 %a, -1
  %2 = icmp eq i16 %b, -2
  %3 = icmp eq i32 %c, -3
  %4 = icmp eq i64 %d, -9223372036854775808
  %5 = icmp eq i128 %e, 7
  %6 = xor i1 %t, true
  %7 = fcmp oeq float %f, 0.5
  %8 = fcmp oeq double %g, -0.0
  %9 = fcmp oeq double %g, 0x7FF0000000000000
  %10 = fcmp oeq double %g, 0x7FF8000000000000
  %11 = fcmp oeq x86_fp80 %h, 0xK3FFF8000000000000000
  %12 = fcmp oeq half %i, 0xH3C00
  ret void
}

; Ensures that a name of the runtime's with another type is reported, instead of
; being called with the wrong arguments.
; RUN: not %cc -O0 -c -x ir %s -o %t.o 2>&1 | FileCheck %s

@__coverme_fuel = global i32 0

define void @__coverme_pen_f64(double %x) {
  ret void
}

define i32 @f(double %x) {
  br label %loop
loop:
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %loop, label %end
end:
  ret i32 1
}

; CHECK-DAG: error: '__coverme_pen_f64' is reserved for coverme's runtime but has another type in this module
; CHECK-DAG: error: '__coverme_fuel' is reserved for coverme's runtime but has another type in this module

; Ensures that without debug info, a pointer that is used for numbers of one type
; points to this type.
; RUN: opt -load-pass-plugin=%plugin -passes=coverme %s -o %t.bc
; RUN: %clang -c %t.bc -o %t.o
; RUN: %tables %t.o | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: function {{.*}} sum{{ }}
; CHECK: parameter arg0: double * {{.*}} reads=any{{$}}
; CHECK: parameter arg1: int32_t * {{.*}} reach=4 reads=0-4{{$}}
define double @sum(ptr %p, ptr %n) {
entry:
  %count = load i32, ptr %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %total, %loop ]
  %at = getelementptr double, ptr %p, i32 %i
  %x = load double, ptr %at
  %total = fadd double %sum, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %count
  br i1 %more, label %loop, label %exit
exit:
  ret double %total
}

; CHECK: function {{.*}} walks{{ }}
; CHECK: parameter arg0: float * {{.*}} reads=any{{$}}
define float @walks(ptr %p) {
entry:
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %x = load float, ptr %at
  %next = getelementptr i8, ptr %at, i64 4
  %more = fcmp ogt float %x, 0.0
  br i1 %more, label %loop, label %exit
exit:
  ret float %x
}

; CHECK: function {{.*}} caller{{ }}
; CHECK: parameter arg0: int32_t * {{.*}} reach=12 reads=8-12{{$}}
; CHECK: parameter arg1: double * {{.*}} reads=any{{$}}
define double @caller(ptr %n, ptr %p) {
  %third = getelementptr i8, ptr %n, i64 8
  %sum = call double @sum(ptr %p, ptr %third)
  ret double %sum
}

; CHECK: function {{.*}} vectors{{ }}
; CHECK: parameter arg0: double * {{.*}} reach=32 reads=16-32{{$}}
define <2 x double> @vectors(ptr %p) {
  store double 0.0, ptr %p
  %at = getelementptr i8, ptr %p, i64 16
  %x = load <2 x double>, ptr %at
  ret <2 x double> %x
}

; CHECK: function {{.*}} pointers{{ }}
; CHECK: parameter arg0: void * * {{.*}} reach=8 reads=0-8{{$}}
define double @pointers(ptr %p) {
  %inner = load ptr, ptr %p
  %x = load double, ptr %inner
  ret double %x
}

; CHECK: function {{.*}} mixture{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=16 reads=0-12{{$}}
define double @mixture(ptr %p) {
  %x = load double, ptr %p
  %at = getelementptr i8, ptr %p, i64 8
  %i = load i32, ptr %at
  %end = getelementptr i8, ptr %p, i64 12
  store i32 %i, ptr %end
  ret double %x
}

; CHECK: function {{.*}} unaligned{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=12 reads=4-12{{$}}
define double @unaligned(ptr %p) {
  %at = getelementptr i8, ptr %p, i64 4
  %x = load double, ptr %at, align 4
  ret double %x
}

; Also around a cycle of calls.
; CHECK: function {{.*}} first{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=8 reads=0-8{{$}}
define i32 @first(ptr %p, i1 %b) {
  %x = call i32 @second(ptr %p, i1 %b)
  ret i32 %x
}
; CHECK: function {{.*}} second{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=8 reads=0-8{{$}}
define i32 @second(ptr %p, i1 %b) {
  %x = load i32, ptr %p
  %y = call i32 @third(ptr %p, i1 %b)
  ret i32 %x
}
; CHECK: function {{.*}} third{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=8 reads=0-8{{$}}
define i32 @third(ptr %p, i1 %b) {
entry:
  %x = load double, ptr %p
  br i1 %b, label %again, label %exit
again:
  %y = call i32 @first(ptr %p, i1 false)
  ret i32 %y
exit:
  ret i32 0
}

; CHECK: function {{.*}} bytes{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=1 reads=0-1{{$}}
define i8 @bytes(ptr %p) {
  %x = load i8, ptr %p
  ret i8 %x
}

; CHECK: function {{.*}} odd{{ }}
; CHECK: parameter arg0: void * {{.*}} reach=3 reads=0-3{{$}}
define i24 @odd(ptr %p) {
  %x = load i24, ptr %p
  ret i24 %x
}

; CHECK: function {{.*}} cases{{ }}
; CHECK: parameter arg0: {{.*}} reach=16 reads=0-16{{$}}
; CHECK: parameter arg1: {{.*}} reach=8 reads=0-8{{$}}
; CHECK: parameter arg2: {{.*}} reach=8 reads=any{{$}}
define i64 @cases(ptr %p, ptr %q, ptr %r, i1 %b) {
entry:
  %either = select i1 %b, ptr %p, ptr %q
  store i64 1, ptr %either
  %x = load i64, ptr %either
  %next = getelementptr i8, ptr %p, i64 8
  %y = load i64, ptr %next
  %old = atomicrmw add ptr %r, i64 %x seq_cst
  %seen = cmpxchg ptr %r, i64 %old, i64 %y seq_cst seq_cst
  %z = extractvalue { i64, i1 } %seen, 0
  ret i64 %z
}

; The callee gets a copy, which the call reads.
; CHECK: function {{.*}} by_value{{ }}
; CHECK: parameter arg0: {{.*}} reach=24 reads=0-24{{$}}
define i32 @by_value(ptr %p) {
  %x = call i32 @takes_struct(ptr byval([3 x i64]) %p)
  ret i32 %x
}
declare i32 @takes_struct(ptr)

; CHECK: function {{.*}} cycle{{ }}
; CHECK: parameter arg0: void * {{[^=]*}} reads=none{{$}}
define i32 @cycle(ptr %p) {
  ret i32 0
dead:
  %at = getelementptr i8, ptr %at, i64 1
  %x = load i8, ptr %at
  %y = load i8, ptr %p
  br label %dead
}

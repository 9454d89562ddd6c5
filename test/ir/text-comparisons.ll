; Ensures that comparisons of C++'s strings become comparisons of numbers where
; a decision asks for them, and that their callers keep their lines.
; RUN: %cover < %s | FileCheck %s

@.str = private constant [5 x i8] c"fast\00"

; CHECK-LABEL: define i32 @decides(
; CHECK: %[[#FIRST:]] = call i32 @memcmp(
; CHECK-NOT: call i1
; CHECK: call void @__coverme_pen_s64(ptr @coverme.states, i32 1, i64 %{{.*}}, i64 0)
define i32 @decides(ptr %s) {
  %c = call i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %s, ptr @.str)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; CHECK-LABEL: define i32 @negates(
; CHECK: call i32 @memcmp(
; CHECK: call void @__coverme_pen_s64({{.*}}, i32 6, i64 %{{.*}}, i64 0)
define i32 @negates(ptr %s) {
  %c = call i1 @_ZStneIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %s, ptr @.str)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; What is only declared is known by its name.
; CHECK-LABEL: define i32 @orders(
; CHECK: call i32 @memcmp(
; CHECK: call void @__coverme_pen_s64({{.*}}, i32 4, i64 %{{.*}}, i64 0)
define i32 @orders(ptr %s) {
  %far = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %s, ptr @.str)
  %c = icmp slt i32 %far, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Another function of that name is none of the library's.
; CHECK-LABEL: define i32 @other(
; CHECK: call i1 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(
define i32 @other(i32 %x) {
  %c = call i1 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(i32 %x)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; A comparison of pointers has no distance, in whatever function.
; CHECK-LABEL: define i32 @iterates(
; CHECK: call i1 @_ZSteqRKPiS1_(
define i32 @iterates(ptr %a, ptr %b) {
  %c = call i1 @_ZSteqRKPiS1_(ptr %a, ptr %b)
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define linkonce_odr i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %a, ptr %b) {
  %far = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %a, ptr %b)
  %c = icmp eq i32 %far, 0
  ret i1 %c
}

define linkonce_odr i1 @_ZStneIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %a, ptr %b) {
  %c = call i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %a, ptr %b)
  %n = xor i1 %c, true
  ret i1 %n
}

define linkonce_odr i1 @_ZSteqRKPiS1_(ptr %a, ptr %b) {
  %c = icmp eq ptr %a, %b
  ret i1 %c
}

declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
declare i1 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareERKS4_(i32)

; Ensures that an inline definition that is `used` becomes a function of the
; module's own, and that others stay as they are (own-functions.ll).
; RUN: %cover < %s | FileCheck %s

; CHECK: @coverme_tramps = private global [3 x ptr]
@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @hidden], section "llvm.metadata"

; CHECK: define internal i32 @kept(
; CHECK: call void @__coverme_pen_s64
define available_externally i32 @kept(i32 %i) {
  %c = icmp eq i32 %i, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; CHECK: define internal i32 @hidden(
define available_externally hidden i32 @hidden(i32 %i) {
  ret i32 %i
}

; CHECK: define available_externally i32 @library(
define available_externally i32 @library(i32 %i) {
  ret i32 %i
}

; CHECK: define i32 @user(
; CHECK: call i32 @kept(
; CHECK: call i32 @library(
define i32 @user(i32 %i) {
  %a = call i32 @kept(i32 %i)
  %b = call i32 @library(i32 %a)
  ret i32 %b
}

; Ensures that the runtime's functions and copies for the inliner stay as they
; are, and are in no table.
; RUN: %cover < %s | FileCheck %s

; CHECK: @coverme.states = private global [1 x i8]
; CHECK: @coverme_tramps = private global [1 x ptr] [ptr @__coverme_tramp_0]

define i32 @coverme_attach(i32 %i) {
; CHECK-LABEL: define i32 @coverme_attach(
; CHECK-NEXT:    %c = icmp eq i32 %i, 0
; CHECK-NEXT:    br i1 %c
  %c = icmp eq i32 %i, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define i32 @__coverme_helper(i32 %i) {
; CHECK-LABEL: define i32 @__coverme_helper(
; CHECK-NEXT:    switch i32 %i
  switch i32 %i, label %no [ i32 1, label %yes ]
yes:
  ret i32 1
no:
  ret i32 0
}

define available_externally i32 @copy(i32 %i) {
; CHECK-LABEL: define available_externally i32 @copy(
; CHECK-NEXT:    %c = icmp eq i32 %i, 0
; CHECK-NEXT:    br i1 %c
  %c = icmp eq i32 %i, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

define i32 @user(i32 %i) {
; CHECK-LABEL: define i32 @user(
; CHECK:         call void @__coverme_pen_s64
  %c = icmp eq i32 %i, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

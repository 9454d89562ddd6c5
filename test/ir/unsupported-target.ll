; Ensures that a target that the contract does not cover is refused by name.
; RUN: not opt -load-pass-plugin=%plugin -passes=coverme -S < %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p:32:32-i64:64"
target triple = "i686-pc-linux-gnu"

define void @f() {
  ret void
}

; CHECK: error: coverme cannot instrument '<stdin>': target 'i686-pc-linux-gnu' is not 64-bit little-endian

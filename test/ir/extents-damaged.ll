; Ensures that annotations that are not as the frontend plugin writes them are
; passed over, and that those of variables and of other makers stay.
; RUN: %extents %s -o %t.ll | FileCheck %s --implicit-check-not=:
; RUN: FileCheck %s --check-prefix=AFTER < %t.ll

; CHECK: {{^}}f: 1=3{{$}}
; AFTER: @shared = private unnamed_addr constant [7 x i8] c"file.c\00", section "llvm.metadata"
; AFTER-NOT: @text
; AFTER: @other
; AFTER: @llvm.global.annotations = appending global [2 x {{.*}}] [{{.*}} { ptr @f, ptr @other, {{.*}} { ptr @v, ptr @other, {{.*}}], section "llvm.metadata"
@shared = private unnamed_addr constant [7 x i8] c"file.c\00", section "llvm.metadata"
@text = private unnamed_addr constant [45 x i8] c"coverme.extents:0,1=3,2=$,x=1,4=0,5=-1,6=$-1\00", section "llvm.metadata"
@other = private unnamed_addr constant [16 x i8] c"coverme.extents\00", section "llvm.metadata"
@v = global i32 0
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @text, ptr @shared, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @other, ptr @shared, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @v, ptr @text, ptr @shared, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @v, ptr @other, ptr @shared, i32 1, ptr null }], section "llvm.metadata"

define void @f(ptr %a, ptr %b) {
  ret void
}

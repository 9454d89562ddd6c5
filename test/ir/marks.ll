; Ensures how a mark is made: as a site whose branch the optimiser drops, behind
; the variables that are made once, ahead of what may not be parted, and behind
; what has to come first in its block; that C++ names need no parameters; and
; that without COVERME_MARKS there is nothing.
; RUN: env 'COVERME_MARKS=call:ns::g;assert;line:a.c:7' %cover < %s | FileCheck %s
; RUN: env 'COVERME_MARKS=call:ns::g;assert;line:a.c:7' opt -load-pass-plugin=%plugin '-passes=coverme,default<O1>' -S < %s | FileCheck %s --check-prefix=OPTIMISED
; RUN: %cover < %s | FileCheck %s --check-prefix=NONE
; RUN: env COVERME_MARKS= %cover < %s | FileCheck %s --check-prefix=NONE
; RUN: not env 'COVERME_MARKS=assert;lines' %cover < %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not env COVERME_MARKS=line:7 %cover < %s 2>&1 | FileCheck %s --check-prefix=LINE-ERROR
; RUN: not env COVERME_MARKS=line:a.c:0 %cover < %s 2>&1 | FileCheck %s --check-prefix=ZERO-ERROR
; RUN: not env COVERME_MARKS=call: %cover < %s 2>&1 | FileCheck %s --check-prefix=NAME-ERROR

; ERROR: error: COVERME_MARKS names no place with 'lines'
; LINE-ERROR: error: COVERME_MARKS names no place with 'line:7'
; ZERO-ERROR: error: COVERME_MARKS names no place with 'line:a.c:0'
; NAME-ERROR: error: COVERME_MARKS names no place with 'call:'
; NONE-NOT: mark.
; OPTIMISED-NOT: mark.never
; OPTIMISED-COUNT-5: call void @__coverme_pen_bit(ptr {{.*}}, i32 2, i32 1, i32 0)
; OPTIMISED-NOT: call void @__coverme_pen_bit

declare void @_ZN2ns1gEd(double)
declare i32 @_ZN2ns2ghEd(double)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare i32 @__gxx_personality_v0(...)

; Both variables stay in the first block.
define void @calls(double %x) {
  %a = alloca double
  call void @_ZN2ns1gEd(double %x)
  %b = alloca double
  store double %x, ptr %b
  %c = call i32 @_ZN2ns2ghEd(double %x)
  ret void
}
; CHECK-LABEL: define {{.*}}@calls(
; CHECK-NEXT: %a = alloca double
; CHECK-NEXT: %b = alloca double
; CHECK-NEXT: [[STATE:%.*]] = load i8, ptr @coverme.states
; CHECK-NEXT: [[ON:%.*]] = icmp ne i8 [[STATE]], 0
; CHECK-NEXT: br i1 [[ON]],
; CHECK: call void @__coverme_pen_bit(ptr @coverme.states, i32 2, i32 1, i32 0)
; CHECK: br i1 true, label %mark.next, label %mark.never
; CHECK: mark.next:
; CHECK-NEXT: call void @_ZN2ns1gEd(
; CHECK-NEXT: store
; CHECK-NEXT: call i32 @_ZN2ns2ghEd(
; CHECK-NEXT: ret void
; CHECK: mark.never:
; CHECK-NEXT: unreachable

define void @fails(double %x) {
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %yes, label %no
yes:
  call void @__assert_fail(ptr null, ptr null, i32 1, ptr null)
  unreachable
no:
  ret void
}
; CHECK-LABEL: define {{.*}}@fails(
; CHECK: yes:
; CHECK: br i1 true, label %mark.next, label %mark.never
; CHECK: mark.next:
; CHECK-NEXT: call void @__assert_fail(

; The return has the line, and has to stay behind the call.
define void @last(double %x) !dbg !4 {
  musttail call void @last(double %x), !dbg !6
  ret void, !dbg !5
}
; CHECK-LABEL: define {{.*}}@last(
; CHECK: mark.next:
; CHECK: musttail call
; CHECK-NEXT: ret void

; A landing pad comes first in its block, and so does a phi, which marks none.
define i32 @pad(double %x) personality ptr @__gxx_personality_v0 !dbg !7 {
entry:
  %r = invoke i32 @_ZN2ns2ghEd(double %x) to label %next unwind label %caught
caught:
  %p = landingpad { ptr, i32 } cleanup, !dbg !8
  resume { ptr, i32 } %p
next:
  %n = phi i32 [ %r, %entry ], !dbg !8
  ret i32 %n
}
; CHECK-LABEL: define {{.*}}@pad(
; CHECK: %p = landingpad
; CHECK-NEXT: cleanup
; CHECK: mark.next:
; CHECK-NEXT: resume
; CHECK-NOT: mark.next
; CHECK: }

; Only what the entry leads to, and of that, what is first.
define double @lines(double %x) !dbg !9 {
entry:
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %one, label %two
one:
  %y = fadd double %x, 1.0, !dbg !10
  br label %two
two:
  %s = phi double [ %y, %one ], [ 0.0, %entry ]
  ret double %s
never:
  %z = fadd double 1.0, 1.0, !dbg !10
  br label %never
}
; CHECK-LABEL: define {{.*}}@lines(
; CHECK: one:
; CHECK: mark.next:
; CHECK-NEXT: %y = fadd
; CHECK: %s = phi double [ %y, %mark.next ], [ 0.000000e+00, {{.*}} ]
; CHECK: never:
; CHECK-NOT: mark.next

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "last", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !DILocation(line: 8, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "pad", scope: !1, file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 7, column: 4, scope: !7)
!9 = distinct !DISubprogram(name: "lines", scope: !1, file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 7, column: 5, scope: !9)

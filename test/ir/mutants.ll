; Ensures that the functions that COVERME_MUTANTS names get small changes, each
; behind a test of its number: another operation or predicate, an outcome, another
; constant; and that what is without a place in the source, which is clang's own,
; has none.
; RUN: env COVERME_MUTANTS=f %cover < %s | FileCheck %s
; RUN: %cover < %s | FileCheck --check-prefix NONE %s
; NONE-NOT: mutant

; CHECK: @__coverme_mutant_words = global ptr @coverme.mutant.words
; CHECK: @__coverme_mutant_count = constant i32 8
; CHECK-LABEL: define {{.*}}@f(
; CHECK: [[SUM:%.*]] = fadd double %x, 2.000000e+00
; CHECK-NEXT: [[DIFFERENCE:%.*]] = fsub double %x, 2.000000e+00
; CHECK-NEXT: [[OTHER:%.*]] = freeze double [[DIFFERENCE]]
; CHECK: icmp ne i64
; CHECK: [[FIRST:%.*]] = icmp eq i32 {{.*}}, 1
; CHECK: [[VALUE:%.*]] = select i1 [[FIRST]], double [[OTHER]], double [[SUM]]
; CHECK: fadd double %x, 0x4000040000000000
; CHECK: [[LAST:%.*]] = select i1 {{.*}}, double {{.*}}, double [[VALUE]]
; CHECK: [[USED:%.*]] = freeze double [[LAST]]
; CHECK: fcmp olt double [[USED]], %x
; CHECK: fcmp ole double [[USED]], %x
; CHECK: select i1 {{.*}}, i1
; CHECK: select i1 {{.*}}, i1
; CHECK: [[LESS:%.*]] = select i1 {{.*}}, i1
; CHECK-NEXT: fsub double [[LAST]], 1.000000e+00
; CHECK: br i1 [[LESS]], label %then, label %else
; CHECK: [[ONE:%.*]] = select i1 {{.*}}, double 0x3FF0040000000000, double 1.000000e+00
; CHECK-NEXT: ret double [[ONE]]
; CHECK: load double, ptr @half
; CHECK: fmul double {{.*}}, 0x3FF0040000000000
; CHECK: fdiv double
; CHECK: [[PRODUCT:%.*]] = select i1
; CHECK-NEXT: call void asm sideeffect {{.*}}(i32 5)
; CHECK-NEXT: ret double [[PRODUCT]]
; CHECK-LABEL: define {{.*}}@g(
; CHECK-NOT: select
; CHECK: ret double

define double @f(double %x) !dbg !4 {
  %sum = fadd double %x, 2.0, !dbg !7
  %less = fcmp olt double %sum, %x, !dbg !7
  %own = fsub double %sum, 1.0
  br i1 %less, label %then, label %else, !dbg !7
then:
  ret double 1.0, !dbg !7
else:
  %slot = load double, ptr @half, !dbg !7
  %product = fmul double %own, %slot, !dbg !7
  call void asm sideeffect "# $0", "i"(i32 5), !dbg !7
  ret double %product, !dbg !7
}

define double @g(double %x) !dbg !8 {
  %sum = fadd double %x, 2.0, !dbg !9
  ret double %sum, !dbg !9
}

@half = private constant double 0.5

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 2, !"Dwarf Version", i32 5}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "f.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = distinct !DISubprogram(name: "g", scope: !3, file: !3, line: 5, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 6, column: 1, scope: !8)

// A product and a sum in one operation, which is rounded once: proofs say that
// they rest on two where the processor has such an operation, and count on
// neither where the compiler may use it.
// RUN: %exits 1 %coverme %s --entry f --prove interval --no-gcov -- -ffp-contract=fast > %t
// RUN: FileCheck %s --check-prefix FAST < %t
// FAST: 0 proved infeasible
// RUN: %exits 1 %coverme %s --entry f --prove interval --no-gcov -- -ffp-contract=on > %t
// RUN: FileCheck %s --check-prefix FAST < %t
// RUN: %exits 0 %coverme %s --entry f --prove interval --no-gcov -- -mfma > %t
// RUN: FileCheck %s < %t
// RUN: echo "-mfma" > %t.flags
// RUN: %exits 0 %coverme %s --entry f --prove interval --no-gcov -- @%t.flags > %t
// RUN: FileCheck %s < %t
// CHECK: 1 proved infeasible
// CHECK: proofs assume: round to nearest; a * b + c is rounded twice (-ffp-contract=off)
// RUN: %exits 0 %coverme %s --entry f --prove interval --no-gcov > %t
// RUN: FileCheck %s --check-prefix PLAIN < %t
// PLAIN: proofs assume: round to nearest{{$}}
int f(double x) {
  if (x != 1 + 0x1p-30)
    return 0;
  if (x * x - (1 + 0x1p-29) != 0) // 0x1p-60, rounded once
    return 1;
  return 2;
}

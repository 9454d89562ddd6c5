// The terminal report: a summary line, gcov's numbers, what is not covered with
// its source text and verdict, the tests in decimal and hex float.
// RUN: %exits 1 %coverme %s --entry square --prove off > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix PLAIN < %t.txt

// Not a terminal: no escape codes, no progress line.
// PLAIN-NOT: {{[[:cntrl:]]}}[

// RUN: %exits 0 %coverme %s --entry square | FileCheck %s --check-prefix PROVED
// PROVED: report.c:[[@LINE+16]]:{{[0-9]+}} true proved infeasible (interval) if (x * x < 0.0)
// PROVED-NEXT: x * x is in [0, inf] or NaN, never < 0

// RUN: %exits 0 %coverme %s --entry square -q 2>&1 | count 1
// RUN: %exits 0 %coverme %s --entry square -v | FileCheck %s --check-prefix FULL
// RUN: %refuses 2 "coverme: error: .*-v.*-q.*" %coverme %s --entry square -v -q
// FULL: report.c:[[@LINE+10]]:{{[0-9]+}} {{.*}}covered

// CHECK: 4 of 6 branches covered
// CHECK: gcov
// CHECK: report.c:[[@LINE+6]]:{{[0-9]+}} false open if (x * x < 0.0)
// CHECK-NEXT: seen under clang only: line [[@LINE+5]] does not run when compiled by gcc
// CHECK: report.c:[[@LINE+4]]:{{[0-9]+}} true deemed infeasible if (x * x < 0.0)
// CHECK: tests
// CHECK: x = 2.{{[0-9]+}} (0x1.{{[0-9a-f]+}}p+1) -> 2 (0x1p+1)
double square(double x) {
  if (x * x < 0.0)
    return -1.0;
  if (x > 2.0 && x < 2.75)
    return 2.0;
  return x;
}

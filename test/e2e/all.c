// All functions of a file, with every kind of row.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 1 %coverme %s --all -j 2 --json all.json -o out --emit-smt smt > all.txt
// RUN: FileCheck %s < all.txt
// CHECK: all.c: 8 functions run (1 without branches), 2 skipped; 15 of 18 branches covered, 2 proved infeasible, 0 deemed infeasible, 1 open; 1 finding,
// CHECK: function line branches covered proved deemed open decided of feasible gcov findings evaluations
// CHECK-NEXT: helper [[@LINE+36]] 2 2 0 0 0 100.00 % 100.00 % 100.00 % 0
// CHECK-NEXT: easy [[@LINE+37]] 4 4 0 0 0 100.00 % 100.00 % 100.00 % 0
// CHECK-NEXT: impossible [[@LINE+41]] 2 1 1 0 0 100.00 % 100.00 % 100.00 % 0
// CHECK-NEXT: crashes [[@LINE+45]] 4 3 0 0 1 75.00 % 75.00 % 75.00 % 1
// CHECK-NEXT: main [[@LINE+61]] 2 1 1 0 0 100.00 % 100.00 % 50.00 % 0
// CHECK-NEXT: included all-included.h:4 2 2 0 0 0 100.00 % 100.00 % 100.00 % 0
// CHECK-NEXT: twice all-included.h:8 2 2 0 0 0 100.00 % 100.00 % 100.00 % 0
// CHECK-NEXT: total 18 15 2 0 1 94.44 %
// CHECK-EMPTY:
// CHECK-NEXT: impossible
// CHECK-NEXT: all.c:[[@LINE+34]]:{{[0-9]+}} true proved infeasible (interval) if (x * x < 0.0)
// CHECK-EMPTY:
// CHECK-NEXT: crashes
// CHECK-NEXT: all.c:[[@LINE+36]]:{{[0-9]+}} true open if (n == 7)
// CHECK-NEXT: endless-loop: loops without an end, last seen at all.c:[[@LINE+35]] with n = 7
// CHECK: skipped
// CHECK-NEXT: all.c:[[@LINE+39]] text 'text' cannot be called: parameter 'four' has type 'four', which is not supported
// CHECK-NEXT: all.c:[[@LINE+43]] many 'many' is variadic, which is not supported
//
// RUN: %check-file --expect totals.skipped=2 --expect totals.without_branches=1 --expect functions.text.status='"skipped"' --expect functions.easy.line=45 --expect functions.included.file='"all-included.h"' --expect interrupted=false all.json
// RUN: %same-suite all.json out/file.json
// RUN: head -n -2 out/report.txt | diff all.txt - && tail -n 1 out/report.txt | grep -q "^Written by coverme"
// RUN: ls out out/crashes smt smt/crashes > files.txt
// RUN: FileCheck %s --check-prefix FILES < files.txt
// FILES: out:
// FILES-NEXT: crashes
// FILES: report.txt
// FILES: out/crashes:
// FILES-NEXT: all.c.gcov
// FILES-NEXT: replay.c
// FILES-NEXT: report.txt
// FILES-NEXT: suite.json
// FILES: smt/crashes:
// FILES-NEXT: crashes-
#include "helpers/all-included.h"
#include <stdlib.h>
static int helper(double x) { return x > 0.5 ? 1 : 2; }
double plain(double x) { return x + 1.0; }
int easy(double x) {
  if (x > 1.0)
    return helper(x);
  return x == 3.25e-5 ? 4 : 5;
}
int impossible(double x) {
  if (x * x < 0.0)
    return 1;
  return 0;
}
int crashes(int n) {
  if (n == 7)
    for (;;);
  if (n > 1000)
    return 1;
  return 0;
}
int text(four four) {
  if (__real__ four > 1)
    return 1;
  return 0;
}
int many(int n, ...) {
  if (n > 3)
    return 1;
  return 0;
}
int main(void) {
  double t = 2.0;
  if (easy(t) == 3)
    return included(t) + twice(t);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boundary values: of each comparison of numbers an input at which its sides
// are equal, seen by gcc's own probes, or a proof that there is none. Tests for
// NaN, labels of a switch and comparisons of pointers have no boundary.
// RUN: %exits 0 %coverme %s --entry ranges --goal boundary --json - > %t.json
// RUN: FileCheck --check-prefix RANGES %s < %t.json
// RANGES: "schema": "coverme-boundary/1"
// RANGES: "goal": "boundary"
// RANGES: "total": 6,
// RANGES-NEXT: "reached": 6,
// RUN: %exits 0 %coverme %s --entry words --goal boundary | FileCheck --check-prefix WORDS %s
// WORDS: words: 5 of 5 boundaries reached, 0 proved unreachable, 0 open
// RUN: %exits 0 %coverme %s --entry solver --goal boundary | FileCheck --check-prefix SOLVER %s
// SOLVER: solver: 3 of 5 boundaries reached, 2 proved unreachable, 0 open
// SOLVER: boundary.c:65:{{[0-9]+}}  reached  if (x * x * x == 27)
// SOLVER: boundary.c:67:{{[0-9]+}}  reached  if (x > 0 && x + 1e-9 <= 1e-9)
// SOLVER: boundary.c:69:{{[0-9]+}}  proved unreachable ({{.*}})  if (x * x >= -1)
// SOLVER: boundary.c:71:{{[0-9]+}}  proved unreachable ({{.*}})  if (y < x + 1)
//
// Of a long double, for which gcc has no probe, the line has to do.
// RUN: %exits 0 %coverme %s --entry unseen --goal boundary | FileCheck --check-prefix UNSEEN %s
// UNSEEN: unseen: 2 of 2 boundaries reached
//
// One call, nothing to ask, a search that does not deem, and all functions.
// RUN: %exits 0 %coverme run %s --entry words --goal boundary --input 0x1p-28 | FileCheck --check-prefix RUN1 %s
// RUN1: boundary.c:54:{{[0-9]+}}  reached
// RUN: %exits 0 %coverme %s --entry nothing --goal boundary | FileCheck --check-prefix NOTHING %s
// NOTHING: nothing: no boundaries; 0 tests
// RUN: %exits 1 %coverme %s --entry solver --goal boundary --prove off | FileCheck --check-prefix OPEN %s
// OPEN: solver: 3 of 5 boundaries reached, 0 proved unreachable, 2 open
// RUN: %refuses 2 "coverme: .*--at needs --goal reach.*" %coverme %s --all --goal boundary --at assert
// RUN: %exits 0 %coverme %s --all -j 2 --goal boundary --json %t.all.json > %t.txt
// RUN: FileCheck --check-prefix ALL %s < %t.txt
// RUN: %check-file %t.all.json
// ALL: 16 of 18 boundaries reached, 2 proved unreachable, 0 open
int ranges(int n, unsigned u, unsigned char c, double x, float y) {
  int a = 0;
  if (n >= 100 || u < 1)
    ++a;
  if (c >= 0x7f)
    ++a;
  if (x == x && x <= 1e300)
    ++a;
  return y > 0.25f && x < y ? a : 0;
}

// In fdlibm's style.
int words(double x) {
  union { double d; struct { unsigned low; int high; } w; } bits = {x};
  const int high = bits.w.high & 0x7fffffff;
  if (high >= 0x7ff00000)
    return __builtin_isnan(x) ? 4 : 3;
  if (high < 0x3e300000)
    return bits.w.high < 0 ? 6 : 7;
  if (((high - 0x3ff00000) | bits.w.low) == 0)
    return 2;
  switch (high) { case 0x40080000: return 5; }
  return x > 0x1.921fb54442d18p+0 ? 8 : 9;
}

// What a solver over the real numbers gets wrong.
int solver(double x) {
  const double y = x;
  if (x * x * x == 27)
    return 1;
  if (x > 0 && x + 1e-9 <= 1e-9)
    return 2;
  if (x * x >= -1)
    return 3;
  if (y < x + 1)
    return 4;
  return 0;
}

int unseen(long double x, int n) { return x < 3 || n != 7; }

int nothing(const char *a, const char *b) { return a == b; }

// An outcome is that of the expression at its line and column: of the negation,
// where it is not branched on itself.
// RUN: %exits 0 %coverme %s --all --json %t.json -q
// RUN: %coverme explain %t.json n.c:1:28:true | FileCheck %s
// RUN: %coverme explain %t.json n.c:2:37:true | FileCheck %s
// RUN: %coverme explain %t.json n.c:3:35:true | FileCheck %s
// RUN: %coverme explain %t.json n.c:4:55:true | FileCheck %s
// RUN: %coverme explain %t.json n.c:5:28:false | FileCheck %s
// CHECK: result 7
#line 1 "n.c"
int choice(int a) { return !(a >= 12) ? 7 : 1; }
int value(int b) { return (b < 8 && !(b > 3)) * 7; }
int equal(double x) { if ((x > 2) == 0) return 7; return 1; }
int loop(int a) { int r = 1; for (int i = 0; i < 3 && !(a < 5); ++i) r = 7; return r; }
int plain(int a) { if (!(a < 5)) return 7; return 1; }

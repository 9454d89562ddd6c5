// Ensures that COVERME_EMBED_IR=1 keeps the code as it was ahead of
// instrumentation, numbered as the tables are, without debug info; that
// without the option or with 0 nothing is kept; and that linking joins what
// several objects keep in the order of their tables.
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %code %t.o %t.none | FileCheck %s --check-prefix=NONE
// RUN: env COVERME_EMBED_IR=0 %cc -O1 -g -c %s -o %t.o
// RUN: %code %t.o %t.none | FileCheck %s --check-prefix=NONE
// RUN: not env COVERME_EMBED_IR=yes %cc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR

// RUN: env COVERME_EMBED_IR=1 %cc -O1 -g -c %s -o %t.1.o
// RUN: llvm-readelf -S %t.1.o | FileCheck %s --check-prefix=SECTION
// RUN: %tables %t.1.o | FileCheck %s --check-prefix=TABLES
// RUN: %code %t.1.o %t.one | FileCheck %s --check-prefix=ONE
// RUN: llvm-dis < %t.one.0.bc | FileCheck %s
// RUN: llvm-dis < %t.one.0.bc | FileCheck %s --check-prefix=ABSENT

// Dropping debug info from the object drops nothing from the code.
// RUN: env COVERME_EMBED_IR=1 COVERME_STRIP_DEBUG=1 %cc -O1 -g -c %s -o %t.stripped.o
// RUN: %code %t.stripped.o %t.stripped | FileCheck %s --check-prefix=ONE
// RUN: cmp %t.one.0.bc %t.stripped.0.bc

// RUN: env COVERME_EMBED_IR=1 %cc -O1 -DSECOND -c %s -o %t.2.o
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %clang -shared %t.1.o %t.2.o %t.stub.o -o %t.so
// RUN: %tables %t.so | FileCheck %s --check-prefix=ORDER
// RUN: %code %t.so %t.two | FileCheck %s --check-prefix=TWO
// RUN: cmp %t.one.0.bc %t.two.0.bc
// RUN: llvm-dis < %t.two.1.bc | FileCheck %s --check-prefix=SECOND

#ifdef SECOND
int second(double x) { return x > 7.0 ? 1 : 2; }
#else
int declared(int x);

static int helper(double x) {
  if (x < 1.0)
    return declared(1);
  return 2;
}

int first(double x, int n) {
  while (n > 0 && x != 3.0)
    n = n - helper(x);
  switch (n) {
  case 4:
    return declared(2);
  case 5:
    return declared(3);
  }
  return n > -9 ? 1 : 2;
}
#endif

// NONE: no code
// ERROR: error: COVERME_EMBED_IR must be 0 or 1, not 'yes'
// Allocated, so that no tool strips it, and aligned.
// SECTION: coverme_ir PROGBITS {{.*}} AR 0 0 8
// ONE: code of module 0
// ONE-NOT: code

// TABLES: function 0 first
// TABLES: function 1 helper
// TABLES: site 0 branch s64 {GT}
// TABLES: site 1 branch f64
// TABLES: site 2 case
// TABLES: site 3 case
// TABLES: site 4 select s64 {GT}
// TABLES: site 5 branch f64 {LT}

// CHECK: define {{.*}}i32 @first({{.*}} !coverme.function ![[FIRST:[0-9]+]]
// CHECK: icmp sgt i32 {{.*}}, 0
// CHECK-NEXT: br i1 {{.*}}, !coverme.site ![[FIRST]]
// CHECK: fcmp une double {{.*}}, 3.0
// CHECK-NEXT: br i1 {{.*}}, !coverme.site ![[SITE1:[0-9]+]]
// A switch is a chain by now.
// CHECK: icmp eq i32 {{.*}}, 4
// CHECK-NEXT: br i1 {{.*}}, !coverme.site ![[SITE2:[0-9]+]]
// CHECK: icmp eq i32 {{.*}}, 5
// CHECK-NEXT: br i1 {{.*}}, !coverme.site ![[SITE3:[0-9]+]]
// CHECK: select i1 {{.*}}, i32 1, i32 2, !coverme.site ![[SITE4:[0-9]+]]
// CHECK: define {{.*}}i32 @helper({{.*}} !coverme.function ![[SITE1]]
// CHECK: br i1 {{.*}}, !coverme.site ![[SITE5:[0-9]+]]
// CHECK: declare i32 @declared(
// CHECK-DAG: ![[FIRST]] = !{i64 0}
// CHECK-DAG: ![[SITE1]] = !{i64 1}
// CHECK-DAG: ![[SITE2]] = !{i64 2}
// CHECK-DAG: ![[SITE3]] = !{i64 3}
// CHECK-DAG: ![[SITE4]] = !{i64 4}
// CHECK-DAG: ![[SITE5]] = !{i64 5}

// Neither hooks, state bytes, fuel nor tables; and no debug info.
// ABSENT-NOT: __coverme_
// ABSENT-NOT: coverme_{{states|tramps|tables|ir}}
// ABSENT-NOT: switch
// ABSENT-NOT: !DI
// ABSENT-NOT: !dbg
// ABSENT-NOT: llvm.dbg

// ORDER: function 0 first
// ORDER: function 0 second
// TWO: code of module 0
// TWO-NEXT: code of module 1
// TWO-NOT: code
// SECOND: define {{.*}}i32 @second({{.*}} !coverme.function ![[ZERO:[0-9]+]]
// SECOND: select i1 {{.*}}, !coverme.site ![[ZERO]]
// SECOND: ![[ZERO]] = !{i64 0}

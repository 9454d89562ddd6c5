// Several sources: the pass writes the module of each to a file, as it is; over
// all of them linked, it knows which source a definition is from.
// RUN: rm -rf %t && split-file %s %t
// RUN: env COVERME_SOURCE=0 COVERME_MODULE=%t/0.bc %cc %frontend -O1 -g -c -emit-llvm %t/a.c -o %t/left.bc
// RUN: env COVERME_SOURCE=1 COVERME_MODULE=%t/1.bc %cc %frontend -O1 -g -c -emit-llvm %t/b.c -o /dev/null
//
// What is left for the compiler is without code:
// RUN: llvm-dis %t/left.bc -o - | FileCheck --check-prefix LEFT %s
// LEFT-NOT: define
//
// RUN: %cc -O1 -g -c -Xclang -mlink-bitcode-file -Xclang %t/1.bc -x ir %t/0.bc -o %t/both.o
// RUN: %tables %t/both.o | FileCheck %s
// CHECK: function 0 f a.c:4 flags=writes-global,reads-global harness
// CHECK: parameter p: int * signed32 pointer extent=4
// CHECK: entry -> call:1 call:2
// CHECK: function 1 same a.c:3 flags=static{{$}}
// CHECK: function 2 g b.c:4 flags=writes-global,reads-global source=1
// CHECK: function 3 same (linkage same.{{[0-9]+}}) b.c:3 flags=static source=1
// CHECK: global shared: int signed32 flags=none source=1
//
// A file that cannot be written is an error of the compiler's:
// RUN: not env COVERME_MODULE=%t/no/0.bc %cc -c %t/a.c -o /dev/null 2>&1 | FileCheck --check-prefix BAD %s
// BAD: error: cannot write '{{.*}}no/0.bc': No such file or directory
//--- a.c
int g(int);
extern int shared;
static int same(int x) { return x > 1 ? 1 : 0; }
int f(int p[4]) { return g(*p) + same(*p); }
int alias(int p[4]) __attribute__((alias("f")));
//--- b.c
int g(int);
int shared = 3;
static int same(int x) { return x > 2 ? 2 : 0; }
int g(int x) { return shared += same(x); }

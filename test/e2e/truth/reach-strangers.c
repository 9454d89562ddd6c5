// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What another file defines may call whatever has a name: a call of a function
// that is not defined here either is not proved to be out of reach then. The C
// library calls nothing that it was not given.
// RUN: echo "void stranger(void) {} void gone(void) {}" > %t.c
// RUN: gcc -fPIC -c %t.c -o %t.o
// RUN: %exits 1 %coverme %s --entry strange --goal reach --at call:gone \
// RUN:   --max-evals 5000 --prove all -- %t.o | FileCheck %s
// CHECK: strange: 0 of 1 place reached, 0 proved unreachable, 1 open
// RUN: %exits 1 %coverme %s --entry pointed --goal reach --at call:gone \
// RUN:   --max-evals 5000 --prove all -- %t.o \
// RUN:   | FileCheck --check-prefix POINTED %s
// POINTED: pointed: 0 of 1 place reached, 0 proved unreachable, 1 open
// RUN: %exits 0 %coverme %s --entry printing --goal reach --at call:gone \
// RUN:   --prove all -- %t.o | FileCheck --check-prefix LIBRARY %s
// LIBRARY: printing: 0 of 1 place reached, 1 proved unreachable, 0 open
#include <stdio.h>
extern void stranger(void);
extern void gone(void);

int strange(int x) {
  stranger();
  if ((x & 7) > 9)
    gone();
  return 0;
}

int pointed(int x, int (*f)(int)) {
  if ((x & 7) > 9)
    gone();
  return f(x);
}

int printing(int x) {
  printf("%d\n", x);
  if ((x & 7) > 9)
    gone();
  return 0;
}

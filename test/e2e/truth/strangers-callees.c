// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that the entry leads to through code of another file, or through itself.
// What that file calls by name takes branches which the entry's own calls do
// not. A proof about any call of the entry is about these calls, too, unless it
// rests on what the user says of the entry's caller.
//
// A stranger that calls `named`: its branch is covered, and --check-proofs finds
// no proof of that. One that does not: the branch is not proved all the same.
// RUN: echo "int named(int); int given; void stranger(void) { given = named(5); }" > %t.calls.c
// RUN: echo "void stranger(void) {}" > %t.idle.c
// RUN: gcc -fPIC -c %t.calls.c -o %t.calls.o
// RUN: gcc -fPIC -c %t.idle.c -o %t.idle.o
// RUN: %exits 0 %coverme %s --entry caller --callees --prove all --check-proofs \
// RUN:   -- %t.calls.o | FileCheck --check-prefix CALLS %s
// CALLS: caller: 2 of 2 branches covered
// RUN: %exits 1 %coverme %s --entry caller --callees --prove all \
// RUN:   --max-evals 3000 -- %t.idle.o | FileCheck --check-prefix IDLE %s
// IDLE: caller: 1 of 2 branches covered, 0 proved infeasible
//
// The library calls nothing that it was not given.
// RUN: %exits 0 %coverme %s --entry printing --callees --prove all \
// RUN:   -- %t.idle.o | FileCheck --check-prefix LIBRARY %s
// LIBRARY: printing: 1 of 2 branches covered, 1 proved infeasible
//
// But exit() calls what somebody has handed to atexit().
// RUN: %exits 1 %coverme %s --entry leaving --callees --prove all --max-evals 3000 \
// RUN:   -- %t.idle.o | FileCheck --check-prefix LEAVING %s
// LEAVING: leaving: 3 of 4 branches covered, {{.*}} 0 proved infeasible
//
// Static, called by what the stranger may call, and by itself.
// RUN: %exits 0 %coverme %s --entry hidden --prove auto -- %t.idle.o \
// RUN:   | FileCheck --check-prefix HIDDEN %s
// HIDDEN: hidden: 3 of 4 branches covered, 1 proved infeasible
// RUN: %exits 0 %coverme %s --entry recursive --prove auto -- %t.idle.o \
// RUN:   | FileCheck --check-prefix RECURSIVE %s
// RECURSIVE: recursive: 5 of 6 branches covered, 1 proved infeasible
//
// The assumption holds for the first call alone.
// RUN: %exits 0 %coverme %s --entry counted --assume "n >= 3" --assume "n < 9" \
// RUN:   --prove all --check-proofs -- %t.idle.o \
// RUN:   | FileCheck --check-prefix COUNTED %s
// COUNTED: counted: 2 of 2 branches covered
#include <stdio.h>
#include <stdlib.h>

void stranger(void);

int named(int x) {
  if (x == 5)
    return 1;
  return 0;
}

int caller(int x) {
  stranger();
  return named(3) + x;
}

int printing(int x) {
  printf("%d\n", x);
  return named(3);
}

int leaving(int x) {
  int three = named(3);
  if (x > 5)
    exit(three);
  return three;
}

static int hidden(double y) {
  if (y * y >= 0 || y != y)
    return 3;
  stranger();
  return 2;
}

int showing(double y) { return hidden(y); }

int recursive(unsigned n, double y) {
  int sum = 0;
  if ((n & 3) > 1)
    sum = recursive(n & 1, -y);
  if (y * y >= 0 || y != y)
    return sum;
  return -1;
}

int counted(int n) {
  if (n == 0)
    return 0;
  return counted(n - 1) + 1;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that end otherwise than by returning cover what they took on the way,
// and where tests do that return, those are preferred. A library whose error
// handler aborts:
// RUN: rm -rf %t && mkdir %t
// RUN: %exits 0 %coverme %s --entry open_table --callees -o %t/open --json %t.json --fail-on-finding --check-proofs > %t.txt
// RUN: FileCheck %s --check-prefix OPEN < %t.txt
// RUN: %check-suite --expect branches.total=12 --expect branches.covered=12 --expect branches.only_ending=9 %t.json
// RUN: %gcov-by-hand %t.json --file --replay %t/open/replay.c
// OPEN: 12 of 12 branches covered, 9 of them only by tests that end in SIGABRT or exit 5, 0 proved
// OPEN-NOT: note:
// OPEN-NOT: findings
// OPEN: ->  exits 5
// OPEN: ->  SIGABRT
//
// RUN: %exits 0 %coverme explain %t.json 'site:0:true' | FileCheck %s --check-prefix EXPLAIN
// EXPLAIN: ending {{SIGABRT|exits 5}}
//
// The same program prints how its tests end.
// RUN: gcc --coverage -O0 -w %t/open/replay.c -o %t/replay -lm && cd %t && ./replay > replay.txt && FileCheck %s --check-prefix REPLAY < replay.txt
// REPLAY-DAG: coverme-ending {{[0-9]+}} exits 5
// REPLAY-DAG: coverme-ending {{[0-9]+}} SIGABRT
//
// A test that returns is there for what any such test takes.
// RUN: %exits 0 %coverme %s --entry either --json %t.json | FileCheck %s --check-prefix EITHER
// EITHER: 4 of 4 branches covered, 1 of them only by tests that end in SIGABRT
//
// A failed assertion and a crash are findings, too. Of a call that a signal ends
// between others, only what counters prove is taken, and gcov tells nothing.
// RUN: %exits 1 %coverme %s --entry asserts --fail-on-finding | FileCheck %s --check-prefix ASSERTS
// ASSERTS: 2 of 2 branches covered, 1 of them only by tests that end in SIGABRT
// ASSERTS: assertion: fails an assertion at endings.c:[[#@LINE+61]] with n = 99
// RUN: %exits 0 %coverme %s --entry crashes | FileCheck %s --check-prefix CRASHES
// CRASHES: 2 of 2 branches covered, 1 of them only by tests that end in SIGSEGV
// CRASHES: note: gcov's figures are without 1 test that a signal ended
// CRASHES: signal: raises SIGSEGV
//
// An abort of libc's, which has found memory overwritten, is no call of abort.
// RUN: %exits 1 %coverme %s --entry corrupts --fail-on-finding | FileCheck %s --check-prefix CORRUPTS
// CORRUPTS: 2 of 2 branches covered
// CORRUPTS: signal: raises SIGABRT at endings.c:{{[0-9]+}} with n = 7
//
// RUN: %exits 0 %coverme run %s --entry leaves --input 7 --gcov-cc gcc | FileCheck %s --check-prefix LEAVES
// LEAVES: ->  exits 3
//
// A call without an end covers nothing, and the report says so.
// RUN: %exits 1 %coverme %s --entry loops | FileCheck %s --check-prefix LOOPS
// LOOPS: 1 of 2 branches covered
// LOOPS: true open {{.*}}[taken, but no such call returned]
//
// The proof that is there beside such calls, and none of what they take.
// RUN: %exits 0 %coverme %s --entry impossible --check-proofs | FileCheck %s --check-prefix IMPOSSIBLE
// IMPOSSIBLE: 3 of 4 branches covered, 2 of them only by tests that end in SIGABRT, 1 proved infeasible
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void fail(int code, double where) {
  if (code == 5)
    exit(code);
  if (where == 0.375)
    fprintf(stderr, "at 3/8\n");
  else
    fprintf(stderr, "%d\n", code);
  abort();
}

static void check(double x, int code) {
  if (!(x >= 0))
    fail(code, x);
}

int open_table(double x, int n) {
  if (n < 0)
    fail(n == -77 ? 5 : 1, x);
  check(x, 2);
  if (n == 1234567)
    fail(3, 0);
  return x > n;
}

int either(int n) {
  if (n > 1000) {
    if (n % 2 == 0)
      abort();
    return 1;
  }
  return 0;
}

int asserts(int n) {
  assert(n != 99);
  return 0;
}

int crashes(int n) {
  if (n == 42)
    *(volatile int *)8 = 1;
  return 0;
}

int corrupts(int n) {
  if (n == 7) {
    char *volatile text = malloc(64);
    free(text);
    free(text);
  }
  return 0;
}

int leaves(int n) {
  if (n == 7)
    _exit(3);
  return 0;
}

int loops(int n) {
  if (n == 7)
    for (;;)
      ;
  return 0;
}

int impossible(double x) {
  if (x > 1) {
    if (x + 1 < x - 1)
      return 1;
    abort();
  }
  return 0;
}

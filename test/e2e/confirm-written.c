// What a call writes to standard output and error says which way it took, as what
// it leaves in variables does. Arguments are evaluated from right to left by gcc,
// so that v is 1 there, and -1 with us: what is seen is open.
// RUN: %exits 1 %coverme %s --all --match 'by_.*' | FileCheck %s
// CHECK: 5 functions run; 0 of 12 branches covered, 0 proved infeasible
//
// Where the text is the same, all is as without it. Addresses in it are each
// program's own.
// RUN: %exits 0 %coverme %s --all --match 'as_.*' | FileCheck %s --check-prefix SAME
// SAME: 3 functions run; 8 of 8 branches covered
#include <stdio.h>

static int state;
static int next(void) { return ++state; }
static int difference(int a, int b) { return a - b; }

#define V state = 0; int v = difference(next(), next());
// clang-format off
int by_value(int x) { V printf("%s\n", v < 0 ? "down" : "up"); return x; }
int by_calls(int x) { V v < 0 ? puts("down") : puts("up"); return x; }
int by_errors(int x) { V fputs(v < 0 ? "down" : "up", stderr); return x; }
int by_switch(int x) { V switch (v) { case -1: puts("down"); break; case 1: puts("up"); break; } return x; }
int by_flush(int x) { V putchar(v < 0 ? '-' : '+'); fflush(stdout); return x; }
int as_value(int x) { printf("%s\n", x < 0 ? "down" : "up"); return x; }
int as_address(int x) { printf("%p %s\n", (void *)&x, x < 0 ? "down" : "up"); return x; }
int as_lines(int x) { for (int i = 0; i < x && i < 4; ++i) puts("line"); return x; }

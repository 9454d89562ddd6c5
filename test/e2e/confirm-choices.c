// gcc turns `c ? a : b` round where `a` is simpler than `b`, and its coverage
// notes do not say so. Which way it goes is known all the same, so that a choice
// of which it takes one way only is confirmed where it takes that way, in C and
// in C++, and never where it takes the other one, though no result tells.
//
// gcc's arguments are evaluated from right to left, so that v() is 1, and -1
// with us.
// RUN: cp %s %t.cpp
// RUN: %exits 1 %coverme %s --all --prove off -j 1 > %t.out
// RUN: FileCheck %s --input-file %t.out
// RUN: %exits 1 %coverme %t.cpp --all --prove off -j 1 > %t.cpp.out
// RUN: FileCheck %s --input-file %t.cpp.out
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
static int state;
static int next(void) { return ++state; }
static int difference(int a, int b) { return a - b; }
static int v(void) {
  state = 0;
  return difference(next(), next());
}
static int isAbove(int a, int b) { return a > b; }
static int global;
static void hide(int r) {
  int *p = (int *)malloc(sizeof *p);
  if (p)
    *p = r;
  free(p);
}
#define CHOICE(name, condition, a, b)                                          \
  int name(int x, double w) {                                                  \
    hide((condition) ? (a) : (b));                                             \
    return x * (w < 0);                                                        \
  }

// CHECK: {{^}}kept {{[0-9]+}} 2 0 0
CHOICE(kept, v() > 0, x + 1, 7)
// CHECK: {{^}}turned {{[0-9]+}} 2 0 0
CHOICE(turned, v() > 0, 7, x)
// CHECK: {{^}}variable {{[0-9]+}} 2 0 0
CHOICE(variable, v() > 0, global, x + 1)
// CHECK: {{^}}constants {{[0-9]+}} 2 0 0
CHOICE(constants, v() > 0, 7, 8)
// CHECK: {{^}}result {{[0-9]+}} 2 0 0
CHOICE(result, isAbove(v(), 0), 7, isAbove(x, 2))
// CHECK: {{^}}negated {{[0-9]+}} 2 0 0
CHOICE(negated, !(v() > 0), 7, x + 1)
// CHECK: {{^}}aBool {{[0-9]+}} 2 0 0
CHOICE(aBool, (bool)(v() > 0), 7, x)
// CHECK: {{^}}noBool {{[0-9]+}} 2 0 0
CHOICE(noBool, !(bool)(v() > 0), x + 1, 7)
// CHECK: {{^}}floats {{[0-9]+}} 2 0 0
CHOICE(floats, !((double)v() > 0.5), x + 1, 7)
// CHECK: {{^}}floatsEqual {{[0-9]+}} 2 0 0
CHOICE(floatsEqual, (double)v() == 1.0, 7, x)
// CHECK: {{^}}last {{[0-9]+}} 4 {{[02]}} 0
CHOICE(last, !(x < 9 && v() > 0), x + 1, 7)

// CHECK: {{^}}both {{[0-9]+}} 4 {{[02]}} 0
CHOICE(both, x < 9 && v() > 0, 7, x + 1)
// CHECK: {{^}}byChoice {{[0-9]+}} 6 {{[0-4]}} 0
CHOICE(byChoice, (x < 9 ? v() > 0 : v() > x), 7, x + 1)
// CHECK: {{^}}saved {{[0-9]+}} 4 0 0
CHOICE(saved, (global = v() > 0) ?: x + 1, 7, x)

// The same where both compilers go the same way: sin() is no more than 1.
#define IS_NEVER (int)(3 * sin(w)) > 5
// CHECK: {{^}}keptAndSeen {{[0-9]+}} 2 1 0
CHOICE(keptAndSeen, IS_NEVER, x + 1, 7)
// CHECK: {{^}}turnedAndSeen {{[0-9]+}} 2 1 0
CHOICE(turnedAndSeen, IS_NEVER, 7, x)
// CHECK: {{^}}variableAndSeen {{[0-9]+}} 2 1 0
CHOICE(variableAndSeen, IS_NEVER, global, x + 1)
// CHECK: {{^}}constantsAndSeen {{[0-9]+}} 2 1 0
CHOICE(constantsAndSeen, IS_NEVER, 7, 8)
// CHECK: {{^}}negatedAndSeen {{[0-9]+}} 2 1 0
CHOICE(negatedAndSeen, !(IS_NEVER), 7, x + 1)
// CHECK: {{^}}bothAndSeen {{[0-9]+}} 4 3
CHOICE(bothAndSeen, x < 9 && IS_NEVER, 7, x)
// CHECK: {{^}}floatsAndSeen {{[0-9]+}} 2 1 0
CHOICE(floatsAndSeen, 3 * sin(w) > 5, x + 1, 7)

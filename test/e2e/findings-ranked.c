// What can be read at once: what numbers alone do first, assertions ahead of
// crashes, and loops last; of many inputs only those
// that are not zero; and a command that gives no more than these, or names the
// report that has them all.

// RUN: rm -rf %t && mkdir %t && cd %t && cp %s f.c
// RUN: %exits 1 %coverme f.c --entry sum --timeout 30 --max-evals 20000 -o o > sum.txt
// RUN: FileCheck %s < sum.txt
// CHECK: findings{{$}}
// CHECK-NEXT: assertion: fails an assertion at f.c:{{[0-9]+}} with g->n = 7, g->kind = 3, the rest zero
// CHECK-NEXT: coverme run f.c --entry sum '--input=g->n=7' '--input=g->kind=3'{{$}}
// CHECK-NEXT: signal: raises SIGSEGV at f.c:{{[0-9]+}} with g->n = 13, g->kind = 9, the rest zero
// CHECK: findings without an end
// CHECK-NEXT: endless-loop: loops without an end, last seen at f.c:{{[0-9]+}} with g->n = 17, g->kind = 9, the rest zero
// CHECK: If no caller does this: --assume 'CONDITION' or --range NAME=LO:HI says so.
// RUN: %check-suite --expect findings.0.group='"values"' --expect findings.1.group='"values"' --expect findings.2.group='"endless"' o/suite.json

// Each is shown again by the command, or by the report:
// RUN: %exits 1 %coverme run f.c --entry sum '--input=g->n=7' '--input=g->kind=3' | FileCheck %s --check-prefix AGAIN
// RUN: %exits 1 %coverme run f.c --entry sum --input @o | FileCheck %s --check-prefix AGAIN
// RUN: %exits 1 %coverme run f.c --entry sum --input @o/suite.json:1 | FileCheck %s --check-prefix AGAIN
// AGAIN: sum(g->n = 7, g->kind = 3, the rest zero)
// AGAIN: assertion: fails an assertion
// RUN: %exits 1 %coverme run f.c --entry sum --input @o:3 | FileCheck %s --check-prefix LOOP
// LOOP: endless-loop

// A long command names the report:
// RUN: %exits 0 %coverme f.c --entry all -o long > long.txt
// RUN: FileCheck %s --check-prefix LONG < long.txt
// LONG: coverme run f.c --entry all --input=@long:1{{$}}
// RUN: %exits 1 %coverme run f.c --entry all --input=@long:1 | FileCheck %s --check-prefix ALL
// ALL: assertion
// RUN: %exits 0 %coverme f.c --entry all --json all.json | FileCheck %s --check-prefix JSON
// JSON: --entry all --input=@all.json:1{{$}}
// One that is too long for a terminal says how to have one:
// RUN: %exits 0 %coverme f.c --entry all | FileCheck %s --check-prefix NONE
// NONE: --entry all --input=@REPORT.json:1{{$}}
// NONE-NEXT: REPORT.json: what --json REPORT.json writes.
// RUN: %coverme report long | FileCheck %s --check-prefix LONG

// RUN: %refuses 2 "coverme: error: 'o' has 3 findings of 'sum', and no number 4" %coverme run f.c --entry sum --input @o:4
// RUN: %refuses 2 "coverme: error: 'o' is about 'sum', not 'all'" %coverme run f.c --entry all --input @o
// RUN: %refuses 2 "coverme: error: 'sum' has no input 'g->knd'; did you mean 'g->kind'\?" %coverme run f.c --entry sum --input 'g->knd=1'
// RUN: %refuses 2 "coverme: error: --input gives 'g->n' two values" %coverme run f.c --entry sum --input 'g->n=1' --input 'g->n=2'
// RUN: %refuses 2 "coverme: error: --input '3' has no name, and others have \(NAME=VALUE\)" %coverme run f.c --entry sum --input 'g->n=1' --input 3
// RUN: %refuses 2 "coverme: error: no report in 'nowhere'.*|coverme: error: cannot read 'nowhere'.*" %coverme run f.c --entry sum --input @nowhere

#include <assert.h>
struct grid {
  double cell[10];
  int n, kind;
};
double sum(const struct grid *g) {
  double s = 0;
  for (int i = 0; i < 10; ++i)
    s += g->cell[i];
  if (g->kind == 3)
    assert(g->n != 7);
  if (g->kind == 9 && g->n == 13)
    s += *(volatile double *)8;
  if (g->kind == 9)
    while (g->n == 17)
      s *= 0.5;
  return s > 100;
}
int all(const unsigned char *p) {
  for (int i = 0; i < 40; ++i)
    if (p[i] != 7)
      return 0;
  assert(p[0] != 7);
  return 1;
}

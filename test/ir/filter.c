// Ensures that functions have sites as the environment says, and stay in the tables
// either way: what skipped() stores is known of caller().
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,MATCH,SKIP
// RUN: env COVERME_MATCH=^match %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,MATCH --implicit-check-not=site
// RUN: env COVERME_SKIP=m.tch %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,SKIP --implicit-check-not=site
// RUN: echo '[coverme]' > %t.list
// RUN: echo 'fun:match*' >> %t.list
// RUN: env COVERME_LIST=%t.list %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,SKIP --implicit-check-not=site
// RUN: echo 'src:*filter.c' > %t.list
// RUN: env COVERME_LIST=%t.list %cc -O1 -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --implicit-check-not=site
// RUN: llvm-objdump -dr %t.o | FileCheck %s --check-prefix=FUEL --implicit-check-not=__coverme_fuel
// RUN: env COVERME_LIST=%t.none not %cc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env 'COVERME_SKIP=(' not %cc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WRONG

static int state;
int matched(double x) {
  while (x < 1)
    x *= 2;
  return state;
}
static void skipped(double x) { state = x > 7 ? 1 : 2; }
void caller(double x) { skipped(x); }

// CHECK: function 0 matched {{.*}} flags=reads-global
// CHECK: function 1 caller {{.*}} flags=writes-global
// CHECK: function 2 skipped {{.*}} flags=static,writes-global
// MATCH: site 0 branch f64 {LT} filter.c:22:
// SKIP: site {{[01]}} select f64 {GT}
// FUEL: <matched>:
// NONE: error: COVERME_LIST: can't open file
// WRONG: error: COVERME_SKIP: '(' is no regular expression: parentheses not balanced

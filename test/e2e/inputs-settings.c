// Numbers of the file with external linkage that are zero or one at first may be set by
// its callers: they are inputs where branches are left over without.
//
// RUN: %exits 0 %coverme %s --entry scale --json %t.json | FileCheck %s
// CHECK: scale: 4 of 4 branches covered
// RUN: %check-suite %t.json
// RUN: %inputs --inputs 'x: double; verbose: int; level: double' --some 'v["level"] > 3' -- %s --entry scale
//
// Also of what the entry calls; where nothing is left over, they are none.
// RUN: %inputs --inputs 'x: double; verbose: int; level: double' -- %s --entry outer
// RUN: %inputs --inputs 'x: double' -- %s --entry fine
//
// One that is on at first; that it is off goes wrong for nobody.
// RUN: %exits 0 %coverme %s --entry loud --fail-on-finding | FileCheck %s --check-prefix LOUD
// LOUD: loud: 4 of 4 branches covered
// LOUD-NOT: signal:
// RUN: %exits 1 %coverme %s --entry breaks --fail-on-finding | FileCheck %s --check-prefix BREAKS
// BREAKS: signal: raises SIGSEGV
//
// No static one, constant, or one that is something else at first.
// RUN: %exits 1 %coverme %s --entry hides --prove off | FileCheck %s --check-prefix HIDES
// HIDES: hides: 3 of 6 branches covered
// HIDES: tests
// HIDES-NEXT: x = {{[^,]*}} -> 1
// RUN: %exits 1 %coverme %s --entry handles --prove off | FileCheck %s --check-prefix HANDLES
// HANDLES: handles: 1 of 2 branches covered
//
// What goes wrong with a value that nobody has asked for is no finding.
// RUN: %exits 0 %coverme %s --entry at --fail-on-finding | FileCheck %s --check-prefix AT
// AT: at: 2 of 2 branches covered
// AT-NOT: SIGSEGV
// RUN: %exits 1 %coverme %s --entry at --global last --fail-on-finding | FileCheck %s --check-prefix ASKED
// ASKED: SIGSEGV

int verbose;
double level;
static int hidden;
const int fixed;
int limit = 7;
static int table[4];
long handle = (long)&table;
int last;
int quiet = 1;

int scale(double x) {
  if (verbose)
    return level > 3 ? 2 : 3;
  return x > 0;
}

int outer(double x) {
  if (scale(x) > 1)
    return 1;
  return 0;
}

int fine(double x) {
  if (verbose + x > 1)
    return 1;
  return 0;
}

int hides(double x) {
  if (hidden == 1)
    return 1;
  if (fixed == 2)
    return 2;
  return limit == 8 ? 3 : x > 0;
}

int at(int x) {
  static const double own[4] = {1, 2, 3, 4};
  if (last == 1)
    return 1;
  return x + (int)own[last];
}

int loud(int x) {
  if (!quiet && x > 5)
    return *(volatile int *)(long)(quiet - 1 + (x == 77));
  return 0;
}

int breaks(int x) {
  if (quiet && x == 3)
    return *(volatile int *)0;
  return !quiet;
}

int handles(void) {
  if (handle)
    return 1;
  return 0;
}

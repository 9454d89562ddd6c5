// Where all inputs can be run, what none of them takes is proved infeasible.
// RUN: %exits 0 %coverme %s --entry byte --json %t.json > %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK: byte: 3 of 4 branches covered, 1 proved infeasible, 0 deemed infeasible, 0 open
// CHECK: prove-exhaust.c:{{[0-9]+}}:13 true proved infeasible (exhaustion) if (x * x == 36863)
// CHECK-NEXT: all 256 inputs were run
// RUN: %check-suite --expect branches.covered=3 --expect branches.proved_infeasible=1 --expect options.prove='"auto"' --expect sites.1.branches.1.proof='{"engine": "exhaustion", "boxes": 256, "reason": "all 256 inputs were run"}' %t.json
// RUN: %exits 0 %coverme %s --entry byte --json %t.again.json -q && %same-suite %t.json %t.again.json
// RUN: %exits 0 %coverme %s --entry byte --prove exhaust -q
// RUN: %exits 0 %coverme %s --entry byte --prove all -q
// RUN: %exits 1 %coverme %s --entry byte --prove off --json %t.json
// RUN: %check-suite --expect branches.covered=3 --expect branches.proved_infeasible=0 %t.json
//
// All of them, also of several parameters and of what pointers point to.
// RUN: %exits 0 %coverme %s --entry pair --json %t.json
// RUN: %check-suite --expect branches.covered=5 --expect branches.proved_infeasible=1 %t.json
// RUN: %exits 0 %coverme %s --entry pointee --json %t.json
// RUN: %check-suite --expect branches.covered=3 --expect branches.proved_infeasible=1 %t.json
//
// Witnesses come up, too: no distance leads to a hash.
// RUN: %exits 0 %coverme %s --entry hash --json %t.json
// RUN: %check-suite --expect branches.covered=2 %t.json
//
// A call that crashes takes nothing more, but what it took is not infeasible.
// RUN: %exits 0 %coverme %s --entry crash --json %t.json
// RUN: %check-suite --expect branches.covered=3 --expect branches.proved_infeasible=1 --expect branches.open=0 --expect sites.0.branches.1.verdict='"covered"' %t.json
// Of one that does not end, nobody knows.
// RUN: %exits 1 %coverme %s --entry loop --max-evals 5000 --prove exhaust --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
// RUN: %exits 1 %coverme %s --entry loop --max-evals 5000 --prove interval --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=1 --expect branches.open=3 %t.json
//
// An enum may have any value of its type.
// RUN: %exits 0 %coverme %s --entry colour --json %t.json -- -fshort-enums
// RUN: %check-suite --expect branches.proved_infeasible=0 --expect branches.open=0 %t.json
//
// Not with more inputs than the search may run, with more than 2^32, or where
// calls leave something behind or find something.
// RUN: %exits 0 %coverme %s --entry pair --max-evals 100000 > %t.txt
// RUN: FileCheck --check-prefix PAIR %s < %t.txt
// PAIR: :13 true proved infeasible (interval) if (s * s < 0)
// RUN: %exits 1 %coverme %s --entry wide --prove exhaust --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
// RUN: %exits 1 %coverme %s --entry state --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
// RUN: %exits 0 %coverme %s --entry reads --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
//
// With `exhaust`, though, with more than the search may run; and not in part.
// RUN: %exits 0 %coverme %s --entry pair --max-evals 5000 --prove exhaust --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=1 %t.json
// RUN: %exits 1 %coverme %s --entry single --prove exhaust --timeout 1 --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
#include <stdbool.h>
#include <stdint.h>

int byte(unsigned char x) {
  if (x == 77)
    return 1;
  if (x * x == 36863)
    return 2;
  return 0;
}

int pair(bool b, short s) {
  if (s == 12345 && b)
    return 1;
  if (s * s < 0)
    return 2;
  return 0;
}

int pointee(const int16_t *p) {
  if (*p == 99)
    return 1;
  if (*p == *p + 1)
    return 2;
  return 0;
}

int hash(uint16_t x) { return (uint16_t)((x ^ x >> 7) * 40503u) == 4242 ? 7 : 0; }

int crash(unsigned char x) {
  if (x == 77)
    *(volatile int *)0 = 1;
  if (x > 300)
    return 1;
  return 0;
}

int loop(unsigned char x) {
  volatile int spin = 1;
  while (x == 77 && spin)
    ;
  if (x > 300)
    return 1;
  return 0;
}

enum colour { RED, GREEN = 5, BLUE = 9 };
int colour(enum colour c) {
  if (c == 7)
    return 1;
  return 0;
}

int wide(bool b, float x) {
  if (x * x < 0 && b)
    return 1;
  return 0;
}

int single(float x) {
  if (x * x < 0)
    return 1;
  return 0;
}

int state(unsigned char x) {
  static int calls;
  if (++calls > 1000000000)
    return 1;
  return x > 3;
}

static int mode;
void setMode(int value) { mode = value; }
int reads(unsigned char x) {
  if (mode)
    return 1;
  return x > 3;
}

// Functions that never return, but exit: each test's counters are its own, not
// those of an earlier one that libgcov adds at exit.
//
// RUN: %coverme %s --all --json %t.json
// RUN: %check-file --expect functions.leaves.suite.branches.covered=2 --expect functions.quits.suite.branches.covered=4 %t.json
// RUN: %coverme %s --entry leaves -v | FileCheck %s

#include <stdlib.h>

// clang-format off
// CHECK: leaves: 2 of 2 branches covered, 2 of them only by tests that end in exit
// CHECK: branches 2/2 100.00 %
void leaves(int x) { if (x > 5) x = 2; exit(x); }
// clang-format on

void quits(int x, int y) {
  if (x > 5 || y < 3)
    x = 1;
  exit(x > 0);
}

// --rounding-modes: the mode is an input like another, and after the call it is
// what it was.
//
// RUN: %inputs --inputs 'x: double; y: double; rounding mode: rounding mode' --some 'v["rounding mode"] == 2' -- %s --entry sums --rounding-modes | FileCheck %s --check-prefix SUMS
// SUMS: rounding mode = upward
// RUN: %inputs --uncovered 1 -- %s --entry sums | FileCheck %s --check-prefix NEAREST
// NEAREST: true proved infeasible
// RUN: %exits 0 %coverme %s --entry sums --rounding-modes --check-proofs -q
// RUN: %inputs --some 'v["rounding mode"] == 0' --some 'v["rounding mode"] == 1' --some 'v["rounding mode"] == 2' --some 'v["rounding mode"] == 3' -- %s --entry asks --rounding-modes
// RUN: %inputs --every 'v["rounding mode"] in (1, 2)' --exit 1 --uncovered 3 -- %s --entry asks --rounding-modes --range 'rounding mode=1:2'
//
// RUN: %refuses 2 "coverme: error: --range rounding mode=7:9: rounding modes are 0 to 3" %coverme %s --entry asks --rounding-modes --range 'rounding mode=7:9'
//
// Constants are computed in the mode as well.
// RUN: %inputs --inputs 'rounding mode: rounding mode' -- %s --entry constants --rounding-modes
//
// A mode that the code sets itself, and leaves, is a finding still.
// RUN: %inputs --findings 1 -- %s --entry leaves --rounding-modes | FileCheck %s --check-prefix LEAVES
// LEAVES: float-environment
//
// RUN: %exits 0 %coverme run %s --entry sums --rounding-modes --input 1 --input 0x1p-60 --input 2 | FileCheck %s --check-prefix UP
// UP: sums(x = 1 (0x1p+0), y = {{.*}} (0x1p-60), rounding mode = upward)
// UP-NEXT: -> 1
// RUN: %exits 0 %coverme run %s --entry sums --rounding-modes --input 1 --input 0x1p-60 --input 1 | FileCheck %s --check-prefix DOWN
// DOWN: -> 0
#include <fenv.h>

int sums(double x, double y) {
  if (x == 1 && y < 0x1p-55 && y > 0)
    if (x + y > 1)
      return 1;
  return 0;
}

int asks(void) {
  switch (fegetround()) {
  case FE_UPWARD:
    return 1;
  case FE_DOWNWARD:
    return 2;
  case FE_TOWARDZERO:
    return 3;
  default:
    return 0;
  }
}

int constants(void) {
  if (1.0 / 3.0 > 0x1.5555555555555p-2)
    return 1;
  return 0;
}

int leaves(double x) {
  if (x == 4.5)
    fesetround(fegetround() == FE_UPWARD ? FE_DOWNWARD : FE_UPWARD);
  return x > 1e10;
}

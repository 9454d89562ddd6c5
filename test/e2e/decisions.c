// Every kind of decision is a site: branches, switch cases, conditional
// expressions, short circuits, loops.
// RUN: %exits 0 %coverme %s --entry cases --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: FileCheck %s --check-prefix CASE < %t.json
// RUN: %exits 0 %coverme %s --entry choice --json %t.json -q && %check-suite --expect branches.total=2 %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry both --json %t.json -q && %check-suite --expect branches.total=4 %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry loop --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// Pointers are equal where one leads to the other's object.
// RUN: %exits 0 %coverme %s --entry pointers --json %t.json && %check-suite --expect sites.0.measurable=false --expect sites.0.operands='"pointer"' --expect branches.covered=4 %t.json
// RUN: %exits 1 %coverme %s --entry pointers --distinct | FileCheck %s --check-prefix POINTER
// POINTER: decisions.c:[[@LINE+42]]:{{[0-9]+}} false deemed infeasible if (a != b) [a pointer: no distance]
// RUN: %exits 0 %coverme %s --entry flag --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry extended --json %t.json -q && %check-suite --expect sites.0.operands='"long double"' %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry wanderer --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
#include <math.h>
#include <stdint.h>

// CASE: "case"
int cases(int32_t n) {
  switch (n) {
  case 0:
    return 5;
  case 7:
  case 8:
    return 6;
  case -2000000000:
    return 7;
  case 1000 ... 2000:
    return 8;
  default:
    return 9;
  }
}

double choice(double x) { return x < 0.1 ? -x : x; }

int both(double x, double y) {
  if (x > 1e5 && y < 1e-5)
    return 1;
  return 0;
}

double loop(uint8_t n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += 1.0 / (i + 1);
  if (sum > 5.0)
    return sum;
  return 0;
}

int pointers(double *a, const double *b) {
  if (a != b)
    return *a > *b ? 1 : 0;
  return 2; // one object
}

int flag(double x) {
  if (isnan(x))
    return 1;
  if (__builtin_signbit(x))
    return 2;
  return 0;
}

int extended(double x) {
  if ((long double)x * x == 2.25L)
    return 1;
  return 0;
}

int wanderer(double x) {
  int turns = 0;
again:
  if (x > 1.0) {
    x /= 2.0;
    if (++turns == 20)
      goto out;
    goto again;
  }
out:
  return turns == 20 ? 1 : 0;
}

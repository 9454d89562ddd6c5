// Code that behaves in one way when compiled by clang -O1 and in another one by
// gcc -O0, since C does not define what it does. No verdict of ours is worth
// much then, but nothing breaks, no branch is called covered on a line that the
// replay never ran, and results that differ are findings.
//
// RUN: %exits '0|1' %coverme %s --entry uninitialised --max-evals 20000 --json %t.json > %t.txt
// RUN: %check-suite --expect findings.0.kind='"replay-differs"' %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: FileCheck %s < %t.txt
// CHECK: replay-differs: returns {{.*}} when compiled by gcc, {{.*}} before with x =
// RUN: %exits '0|1' %coverme %s --entry noResult --max-evals 20000 --json %t.json
// RUN: %check-suite --expect findings.0.kind='"replay-differs"' %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: %exits '0|1' %coverme %s --entry half --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: %exits '0|1' %coverme %s --entry conversion --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: %exits '0|1' %coverme %s --entry folded --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: %exits '0|1' %coverme %s --entry shift --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// Each test's difference is reported once, however often it is replayed.
// RUN: %exits '0|1' %coverme %s --entry shift --max-evals 20000 > %t.txt
// RUN: not bash -c 'grep replay-differs %t.txt | sort | uniq -d | grep .'
// RUN: %exits '0|1' %coverme %s --entry beyond --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
// RUN: %exits '0|1' %coverme %s --entry unreachable --max-evals 20000 --json %t.json
// RUN: %check-suite %t.json && %gcov-by-hand %t.json --undefined -- -fwrapv
//
// Overflow wraps under both compilers, so that such guards can be covered.
// RUN: %exits 0 %coverme %s --entry guard --json %t.json
// RUN: %check-suite --expect branches.covered=2 --expect findings=[] %t.json && %gcov-by-hand %t.json -- -fwrapv
#include <limits.h>
#include <stdint.h>

int uninitialised(double x) {
  int flag;
  if (x > 1.0)
    flag = 1;
  if (flag == 1)
    return 1;
  return 0;
}

int noResult(double x) {
  if (x > 2.0)
    return 3;
}

int half(double x) {
  double cells[4];
  if (x > 0.0)
    cells[0] = x;
  if (cells[1] > 1e300)
    return 1;
  if (cells[0] == 17.5)
    return 2;
  return 0;
}

int conversion(double x) {
  int n = (int)x;
  if (x > 1e10)
    return n == INT_MAX ? 1 : 2;
  if ((unsigned char)x == 200)
    return 3;
  return 0;
}

int folded(int n) {
  const double large = 1e10;
  if (n < (int)large)
    return 1;
  if (n == (int)-large)
    return 2;
  return 0;
}

int shift(uint64_t x, int n) {
  const int width = 64;
  if (x >> width != 0)
    return 1;
  if (1 << n == 0)
    return 2;
  if (x << n == x && n >= 64)
    return 3;
  return 0;
}

int beyond(int i) {
  static const int cells[4] = {1, 2, 3, 4};
  if (cells[i & 7] == 77)
    return 1;
  return 0;
}

int unreachable(double x) {
  if (x == 3.5)
    __builtin_unreachable();
  if (x > 3.0)
    return 1;
  return 0;
}

int guard(int n) {
  if (n + 1 < n)
    return 1;
  return 0;
}

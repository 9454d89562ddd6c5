// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Twenty assertions, of which five can fail: those are reached, and the others
// proved to hold.
// RUN: %exits 0 %coverme %s --all -j 2 --goal reach --at assert --json %t.json \
// RUN:   > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %check-file %t.json
// RUN: FileCheck --check-prefix JSON %s < %t.json
// CHECK: 5 of 20 places reached, 15 proved unreachable, 0 open
// JSON-COUNT-5: "ending":"SIGABRT"
#include <assert.h>
#include <math.h>

double square(double x) {
  assert(!(x * x < 0));
  assert(x * x != 42.25); // fails: 6.5
  if (x > 2)
    assert(x * x > 4 || x * x == 4);
  return x * x;
}

int clamp(int n) {
  int m = n;
  if (m < 0)
    m = 0;
  if (m > 100)
    m = 100;
  assert(m >= 0);
  assert(m <= 100);
  assert(m != 77); // fails
  assert(m == n || n < 0 || n > 100);
  return m;
}

unsigned halve(unsigned n) {
  assert(n / 2 <= n);
  assert(n >> 1 == n / 2);
  assert((n & 1) == 0 || n % 2 == 1);
  assert((n & 0xff) < 256);
  return n / 2;
}

double ratio(double a, double b) {
  if (!(a >= 1 && a <= 10 && b >= 1 && b <= 10))
    return 0;
  const double q = a / b;
  assert(q > 0);
  assert(q <= 10);
  assert(q >= 0.1);
  assert(q != 2.5); // fails
  return q;
}

int sign(float x) {
  int s = 0;
  if (x > 0)
    s = 1;
  else if (x < 0)
    s = -1;
  assert(s >= -1);
  assert(s <= 1);
  assert(s != 0 || x == 0); // fails: NaN
  return s;
}

int steps(unsigned char n) {
  int count = 0;
  for (unsigned i = n; i != 0; i /= 2)
    ++count;
  assert(count <= 8);
  assert(count != 8); // fails: from 128
  return count;
}

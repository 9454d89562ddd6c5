// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions that are constant, as in musl's isnan: clang's notes have decisions
// for them, and dead ones for what they exclude, on one line as many as ours are
// by chance. They were taken for ours, and the proofs for refuted.
// RUN: %exits 0 %coverme %s --entry quadrant | FileCheck %s
// CHECK: quadrant: 13 of 22 branches covered, 9 proved infeasible, 0 deemed infeasible, 0 open
static unsigned bits(float x) {
  union { float x; unsigned bits; } u = {x};
  return u.bits;
}
static unsigned long long bits64(double x) {
  union { double x; unsigned long long bits; } u = {x};
  return u.bits;
}
static int classOf(long double x) { return x > 1; }
#define IS_NAN(x) (sizeof(x) == sizeof(float) ? (bits(x) & 0x7fffffff) > 0x7f800000 : sizeof(x) == sizeof(double) ? (bits64(x) & -1ULL >> 1) > 0x7ffULL << 52 : classOf(x) == 0)
static const float pi = 3.14159265f;
float quadrant(float y, float x) {
  if (IS_NAN(x) || IS_NAN(y))
    return x + y;
  const unsigned m = bits(y) >> 31 | (bits(x) >> 30 & 2);
  if (bits(y) << 1 == 0) {
    switch (m) {
    case 0:
    case 1: return y;
    case 2: return pi;
    case 3: return -pi;
    }
  }
  return x;
}

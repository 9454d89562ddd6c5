// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A boundary that the code has when clang compiles it and not when gcc does is
// not confirmed, though gcc's code runs the line.
// RUN: %exits 1 %coverme %s --entry differs --goal boundary | FileCheck %s
// CHECK: differs: 1 of 2 boundaries reached, 0 proved unreachable, 1 open
// CHECK: boundary-differs.c:16:{{[0-9]+}}  open  if (x > LIMIT)
// CHECK-NEXT: the sides differ in the code compiled by gcc
// RUN: %exits 0 %coverme %s --entry differs --goal boundary --no-gcov
#ifdef __clang__
#define LIMIT 2.5
#else
#define LIMIT 2.25
#endif
int differs(double x) {
  if (x > LIMIT)
    return x < 4 ? 1 : 2;
  return 0;
}

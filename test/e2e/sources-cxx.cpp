// C++ and C in one program: three files, static functions and classes of one
// name, inline functions that two of them have, what throws in another file.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %exits 0 %coverme look.cpp store.cpp mean.c --all --json all.json -o kept \
// RUN:   | FileCheck %s
// RUN: %check-file all.json
// CHECK: look.cpp and 2 other files: 6 functions run (1 without branches); 12 of 14 branches covered, 1 of them only by tests that do not return, 2 proved infeasible
// CHECK-DAG: look.cpp:helper(double) 2 2 2
// CHECK-DAG: store.cpp:helper(double)
// CHECK-DAG: look 3 6 4 2
// RUN: %exits 0 %coverme mean.c --with look.cpp --with store.cpp --entry mean -q
//
// The kept replay of C++ with a file in C:
// RUN: cat kept/look/replay.cpp | grep -A4 'To see' | FileCheck --check-prefix KEPT %s
// KEPT: gcc --coverage
// KEPT: mean.c -o run LIBRARIES -lstdc++
//
// IR is a part of the program as well, without a replay:
// RUN: clang -S -emit-llvm -O1 -g mean.c -o mean.ll
// RUN: %exits 0 %coverme look.cpp store.cpp --with mean.ll --all -q | FileCheck --check-prefix IR %s
// IR: look.cpp and 1 other file: 5 functions run; 12 of 14 branches covered, 1 of them only by tests that do not return, 2 proved infeasible
//--- shared.h
inline int sign(double x) { return x < 0 ? -1 : 1; }
class Store {
public:
  int put(double x);
};
extern "C" double mean(double a, double b);
//--- look.cpp
#include "shared.h"
static int helper(double x) { return x > 2 ? 1 : 0; }
int look(double a, double b) {
  if (mean(a, b) == 12.25)
    return helper(a);
  Store store;
  if (store.put(a) > 5)
    return 2;
  if (sign(b) == 0)
    return 3;
  return 0;
}
//--- store.cpp
#include "shared.h"
static int helper(double x) { return x < -2 ? 1 : 0; }
int Store::put(double x) {
  if (x != x)
    throw 1;
  return sign(x) + helper(x);
}
//--- mean.c
double mean(double a, double b) { return (a + b) / 2; }

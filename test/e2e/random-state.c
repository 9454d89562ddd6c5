// Each call draws what a program draws first, in the search as in the replay.
// RUN: %exits 0 %coverme %s --all -q | FileCheck %s
// CHECK: random-state.c: 2 functions run; 6 of 6 branches covered
#include <stdlib.h>

int first(int n) {
  if (n == rand() % 1000)
    return 1;
  return 0;
}

int second(int n, long m) {
  (void)drand48();
  if (drand48() * 1000 > n)
    return 1;
  if (lrand48() == m)
    return 2;
  return 0;
}

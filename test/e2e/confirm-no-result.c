// C lets a function with a result end without one: what compilers leave there
// differs, which is a finding, but not a sign that calls went other ways.
//
// RUN: %exits 1 %coverme %s --all --fail-on-finding | FileCheck %s
// CHECK: 5 functions run; 19 of 20 branches covered, {{.*}} 1 proved infeasible, 0 deemed infeasible, 0 open
// CHECK: replay-differs: returns
#include <stdlib.h>

int checks(int x, int y) {
  if (x != 1 || y != 2)
    abort();
}

int some(int x) {
  if (x > 3)
    return x;
}

double nested(double x) {
  if (x > 3)
    return 1;
  else if (x > 2)
    x++;
  else
    return 3;
}

float cases(int x) {
  switch (x) {
  case 1:
    return 2;
  case 30:
    return 40;
  }
}

int loops(int x) {
  for (int i = 0; i < x && i < 10; ++i)
    if (i * i == 49)
      return i;
}

// A call that returns twice: what is behind it runs more often than what is
// ahead. gcc's counters confirm both ways, also in the same call.
// RUN: %exits 0 %coverme %s --all --match '^(handled|chained|counted)$' > %t
// RUN: FileCheck %s --input-file %t
// RUN: %exits 1 %coverme %s --entry cases | FileCheck %s --check-prefix CASES
#include <setjmp.h>

static jmp_buf place;

static void fail(int x) {
  if (x > 5)
    longjmp(place, x > 50 ? 2 : 1);
}

// CHECK: 16 of 16 branches covered
// CHECK: total {{.*}} 100.00 % 100.00 %
int handled(int x) {
  int r = 0;
  if (setjmp(place) == 0) {
    fail(x);
    r = x;
  } else
    r = 9;
  if (r == 9)
    return 1;
  if (x == -77)
    return 2;
  return 0;
}

int chained(int x) {
  int code = setjmp(place);
  if (code == 0)
    fail(x);
  else if (code == 1)
    return 7;
  else
    return 8;
  if (x == -77)
    return 2;
  return 0;
}

int counted(int x) {
  volatile int n = 0;
  setjmp(place);
  n++;
  if (n < 3)
    longjmp(place, 1);
  if (x == n)
    return 2;
  return 0;
}

// CASES: cases: 7 of 8 branches covered
// CASES: deemed infeasible  switch (setjmp(place)) {
int cases(int x) {
  switch (setjmp(place)) {
  case 0:
    fail(x);
    break;
  case 1:
    return 4;
  case 2:
    return 5;
  }
  if (x == -77)
    return 2;
  return 0;
}

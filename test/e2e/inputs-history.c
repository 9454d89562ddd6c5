// Past samples lie ahead of where a pointer leads: calls learn how many.
//
// RUN: %inputs --some 'v["d[-120]"] > 100' -- %s --entry predict
// RUN: %inputs --some 'v["p[-1]"] == 5' --some 'v["p[-2]"] > 7' -- %s --entry last
// RUN: %inputs --some 'v["*w->z"] == 1 and v["w->z[-1]"] == 2' -- %s --entry member
// RUN: %exits 0 %coverme %s --entry both | FileCheck %s --check-prefix BOTH
// BOTH: both: 6 of 6 branches covered
// RUN: %inputs -- %s --entry back
// RUN: %inputs --every 'n >= 1' -- %s --entry before
//
// Nor does a later search for what gcc has not seen: it drops the first if.
// RUN: %exits 1 %coverme %s --entry dropped | FileCheck %s --check-prefix DROPPED --implicit-check-not=replay-differs
// DROPPED: seen under clang only
//
// The user says it.
// RUN: %inputs --inputs '*p: int; p[-1]: int; p[-2]: int' -- %s --entry last --array p=2+1
// RUN: %exits 0 %coverme run %s --entry last --array p=2+1 --input 0 --input 5 --input 0 | FileCheck %s --check-prefix REPLAY
// REPLAY: ->  1
// RUN: %exits 2 %coverme %s --entry member --array w=1+1 2>&1 | FileCheck %s --check-prefix STRUCT
// RUN: %exits 2 %coverme %s --entry reads --array stream=1+1 2>&1 | FileCheck %s --check-prefix STREAM
// STREAM: --array stream: there can be elements ahead of a pointer to numbers only
// STRUCT: --array w: there can be elements ahead of a pointer to numbers only
//
// Reports, replays and kept tests have them.
// RUN: %exits 0 %coverme %s --entry predict --json %t.json -o %t.d > /dev/null
// RUN: %check-suite %t.json
// RUN: %exits 0 %coverme report %t.d | FileCheck %s --check-prefix REPORT
// REPORT: predict: 6 of 6 branches covered
//
// Nothing lies ahead of an object whose size is said, by the user or by the
// declaration. Failed before: such calls covered, as there was memory.
// RUN: %exits 1 %coverme %s --entry said | FileCheck %s --check-prefix SAID
// SAID: said: 5 of 6 branches covered
// SAID: signal: raises SIGSEGV at {{.*}}, as p[-1] is written and p has 4 elements  with {{.*}}i = -1
// RUN: %exits 0 %coverme %s --entry before --array p=n | FileCheck %s --check-prefix COUNTED
// COUNTED: signal: raises SIGSEGV at {{.*}}, as p[-1] is read and 'n' counts the elements
// RUN: %exits 1 %coverme run %s --entry said --input i=-1 | FileCheck %s --check-prefix AGAIN
// AGAIN: signal: raises SIGSEGV at {{.*}}, as p[-1] is written and p has 4 elements
// What such calls alone take is not deemed infeasible.
// RUN: %exits 1 %coverme %s --entry pick | FileCheck %s --check-prefix PICK
// PICK: pick: 1 of 4 branches covered, 0 proved infeasible, 0 deemed infeasible, 3 open
//
// All of it may differ, and another pointer may lead there.
// RUN: %exits 0 %coverme %s --entry any --prove all --array p=3+1 | FileCheck %s --check-prefix ANY
// ANY: any: 6 of 6 branches covered
// RUN: %exits 1 %coverme %s --entry same --prove all --array p=3+1 | FileCheck %s --check-prefix SAME
// SAME: 0 proved infeasible

int last(const int *p) {
  if (p[-1] == 5)
    return 1;
  if (p[-2] > 7)
    return 2;
  return p[0] > 3;
}

void predict(const short *e, short *d) {
  for (int k = 0; k < 40; ++k)
    if (d[k - 120] > 100)
      d[k] = e[k];
    else
      d[k] = d[k - 120];
  for (int k = 0; k < 120; ++k)
    d[k - 120] = d[k - 80];
}

struct wave {
  double *z;
};
int member(const struct wave *w) { return w->z[0] == 1 && w->z[-1] == 2; }

int same(const int *p, int *q) {
  int was = p[-3];
  *q = 5;
  if (p[-3] != was)
    return 1;
  return 0;
}

int any(const int *p, int i) {
  if (i < -3 || i > 0)
    return 0;
  if (p[i] != p[0])
    return 1;
  return 2;
}

// Objects grow on both sides, also where the history is walked backwards.
int both(const int *p, int x) {
  int sum = p[-600] > 3;
  if (x > 1000000) {
    for (int i = 0; i < 20; ++i)
      sum += p[i] > 1;
    return sum == 7 ? 1 : 2;
  }
  return 0;
}

int back(const int *x) {
  int sum = 0;
  for (int k = 1; k <= 600; ++k)
    sum += x[-k] > 3;
  return sum == 7 ? 1 : 2;
}

// The index is the caller's: -1 is a mistake.
int before(const int *p, int n) {
  if (p[n - 1] > 3)
    return 1;
  return 0;
}

struct point {
  double x, y;
};

double dropped(const struct point *p, int n, double x, double y) {
  const struct point *a = p + n - 1, *b = p + n;
  const double at = a->x + (b->x - a->x) * ((y - a->y) / (b->y - a->y));
  if (n == 1 && (n > 2 ? 3 : at)) {
  }
  return y > 3 ? at : at + 1;
}

int said(int p[4], int i) {
  if (i < -2 || i > 3)
    return 0;
  p[i] = 3;
  return i < 0 ? 1 : 2;
}

int pick(int p[4], int x, int k) {
  if (x == 5)
    return p[k < 0 ? -1 : -2];
  return 0;
}

#include <stdio.h>
int reads(FILE *stream) { return fgetc(stream) == 'a'; }

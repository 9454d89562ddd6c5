// Which side of a gcc decision is which is a guess where both go on in the same
// line: gcc jumps on true as well as on false. What a test took whose result is
// another one is not confirmed by a guess. A side that is empty goes on behind
// the decision. gcc's arguments are evaluated from right to left here, so that v
// is 1 for every x.
// RUN: %exits 1 %coverme %s --entry empty > %t.empty
// RUN: FileCheck %s --check-prefix EMPTY --input-file %t.empty
// RUN: %exits 1 %coverme %s --entry chosen > %t.chosen
// RUN: FileCheck %s --check-prefix CHOSEN --input-file %t.chosen
//
// As many decisions are not the same ones: gcc leaves out what types decide,
// and takes (c ? 10 : m) > 7 for c || m > 7. Neither contradicts a proof, and
// what agrees in all else is confirmed by clang's build.
// RUN: %exits 1 %coverme %s --entry leftOut > %t.leftOut
// RUN: FileCheck %s --check-prefix LEFT --input-file %t.leftOut
// RUN: %exits 0 %coverme %s --entry folded > %t.folded
// RUN: FileCheck %s --check-prefix FOLDED --input-file %t.folded
// RUN: %exits 0 %coverme %s --all --match '^folded' -q
//
// Where it goes on tells whether such an outcome was taken by gcc's build, too.
// RUN: %exits 1 %coverme %s --entry chooses > %t.chooses
// RUN: FileCheck %s --check-prefix CHOOSES --input-file %t.chooses
//
// A conditional expression counts as turned round where a result, or what is
// behind a pointer, would show that the call went the other way, or a proof says
// that it cannot. A status does not, and all of it has to be the same in both.
// RUN: %exits 1 %coverme %s --entry stored > %t.stored
// RUN: FileCheck %s --check-prefix STORED --input-file %t.stored
// RUN: %exits 1 %coverme %s --entry storedConstant > %t.constant
// RUN: FileCheck %s --check-prefix CONSTANT --input-file %t.constant
// RUN: %exits 1 %coverme %s --entry storedSmall | FileCheck %s --check-prefix SMALL
// RUN: %exits 1 %coverme %s --entry withStatus > %t.status
// RUN: FileCheck %s --check-prefix STATUS --input-file %t.status
// RUN: %exits 1 %coverme %s --entry storedAndReturned > %t.both
// RUN: FileCheck %s --check-prefix BOTH --input-file %t.both
// RUN: %exits 1 %coverme %s --entry storedInLoop > %t.loop
// RUN: FileCheck %s --check-prefix LOOP --input-file %t.loop
// RUN: %exits 1 %coverme %s --entry storedElsewhere > %t.elsewhere
// RUN: FileCheck %s --check-prefix ELSEWHERE --input-file %t.elsewhere
// RUN: %exits 1 %coverme %s --entry calls --callees > %t.calls
// RUN: FileCheck %s --check-prefix CALLS --input-file %t.calls
// RUN: %exits 0 %coverme %s --entry turnedAndProved > %t.proved
// RUN: FileCheck %s --check-prefix PROVED --input-file %t.proved
// RUN: %exits 1 %coverme %s --entry turnedAndTold > %t.told
// RUN: FileCheck %s --check-prefix TOLD --input-file %t.told
// RUN: %exits 1 %coverme %s --entry turnedAndStored > %t.left
// RUN: FileCheck %s --check-prefix LEAVES --input-file %t.left
#include <math.h>
static int increased(int *p) { return *p += 1; }
static int doubled(int *p) { return *p *= 2; }
static int difference(int a, int b) { return a - b; }

// EMPTY: empty: 1 of 2 branches covered
// EMPTY: confirm-turned.c:[[@LINE+4]]:9  false  open
// EMPTY: seen under clang only: compiled by gcc, line [[@LINE+3]] takes another way
int empty(int x) {
  int v = difference(increased(&x), doubled(&x));
  if (v > 0)
    ;
  else
    return 3;
  return 0;
}

// CHOSEN: chosen: 0 of 4 branches covered
int chosen(int x) {
  int v = difference(increased(&x), doubled(&x));
  int r = v > 0 ? 1 : x > 5 ? 3 : 0;
  return r;
}

// LEFT: leftOut: 3 of 4 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 open
// LEFT: the build of gcc took 2 of the outcomes here, and all but 1 are proved infeasible
int leftOut(unsigned n, int m) {
  int r = n < 0 ? 7 : (m > 3) + 4;
  if (m > 7)
    r = 9;
  return r;
}

// FOLDED: folded: 4 of 4 branches covered
int folded(int n, int m) {
  int r = (n > 5 ? 10 : m) > 7 ? 3 : 4;
  return r;
}

int foldedBranch(int n, int m) {
  if ((n > 5 ? 10 : m) > 7)
    return 1;
  return 0;
}

int foldedTwice(int n, double e, double d) {
  if (((16 > n ? 1000 : n / 7) > 4 ? -3.25 : 0.5 + d) != e)
    return 1;
  return 0;
}

int foldedOperand(int n, int m) {
  if ((n > 5 ? 10 : m) > 7 && m < 100)
    return 1;
  return 0;
}

int foldedLoop(int n) {
  while ((n > 100 ? 0 : n) > 3)
    n--;
  return n;
}

int foldedPointer(const int *p, int n) {
  return (p && n > 0 ? p[0] : -1) >= 0 ? p[0] : n;
}

void foldedWithoutResult(int n, int m, int *r) {
  if ((n > 5 ? 10 : m) > 7)
    *r = 1;
  else
    *r = 2;
}

// The build of gcc never comes to the line behind the if.
// CHOOSES: chooses: {{[0-3]}} of 4 branches covered
// CHOOSES: :25  true   open  if ((x > 100 ? 3 : v) < 1)
void chooses(int x, int *r) {
  int v = difference(increased(&x), doubled(&x));
  if ((x > 100 ? 3 : v) < 1)
    *r = 1;
}

static int negative(void) { // 1 when compiled by gcc, -2 by clang
  int s = 1;
  return difference(increased(&s), doubled(&s));
}

// STORED: stored: 0 of 2 branches covered
// STORED: seen under clang only: compiled by gcc, line [[@LINE+1]] takes another way
void stored(int x, int *r) { *r = negative() > 0 ? x : 2; }

// CONSTANT: storedConstant: 0 of 2 branches covered
void storedConstant(int *r) { *r = negative() > 0 ? 5 : 6; }

// SMALL: storedSmall: 0 of 2 branches covered
void storedSmall(float *r) { *r = negative() > 0 ? 1e-5f : 2e-5f; }

// STATUS: withStatus: 0 of 2 branches covered
int withStatus(int x, int *r) { *r = negative() > 0 ? x : 2; return 0; }

// BOTH: storedAndReturned: 0 of 2 branches covered
int storedAndReturned(int x, int *r) { *r = negative() > 0 ? x : 2; return x; }

// Another number tells nothing of what a variable has.
// ELSEWHERE: storedElsewhere: 0 of 2 branches covered
static int kept;
void storedElsewhere(int x, int *r) { *r = 5; kept = negative() > 0 ? x : 2; }

// Where the loop goes on tells of its own conditions.
// LOOP: storedInLoop: 4 of 6 branches covered
// LOOP: :21  false  open  *r = negative()
int storedInLoop(int x, int *r) {
  int i = 0;
  for (; i < x && i < 3; i++)
    *r = negative() > 0 ? 1 : x;
  return i;
}

static int called(int x, int *r) { *r = negative() > 0 ? x : 2; return x; }
// CALLS: calls: 0 of 2 branches covered
void calls(int x, int *r) { called(x, r); }

// PROVED: turnedAndProved: 1 of 2 branches covered, 1 proved infeasible
void turnedAndProved(unsigned n, int *r) { *r = (n & 7) > 8 ? 1 : n; }

// TOLD: turnedAndTold: 1 of 2 branches covered, 0 proved infeasible, 1 deemed infeasible
int turnedAndTold(double x, int n) { return (int)sin(x) > 3 ? 1 : n; }

// LEAVES: turnedAndStored: 1 of 2 branches covered, 0 proved infeasible, 1 deemed infeasible
int turnedAndStored(double x, int n, int *r) { *r = (int)sin(x) > 3 ? 1 : n; return 0; }

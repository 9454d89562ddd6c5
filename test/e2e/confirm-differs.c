// gcc evaluates arguments from right to left, so that v is 1 in all calls, and
// -1 in clang's build: what stands behind v <= 0 is never taken by gcc. Other
// decisions of gcc on the line, which the tests take alike, are none of those,
// and where some result is another one, results that agree by chance tell
// nothing.
// RUN: %exits 1 %coverme %s --all --match '^other' --max-evals 2000 > %t
// RUN: FileCheck %s --input-file %t
// CHECK: 6 functions run; 0 of 34 branches covered
static int n;
static int next(void) { return ++n; }
static int difference(int a, int b) { return a - b; }

int otherNested(int x) {
  n = 0;
  int v = difference(next(), next());
  if (v > 0) if (x > 3) return 1; else return 2; else if (x > 55) return 3; return 4;
}

int otherEmpty(int x) {
  n = 0;
  int v = difference(next(), next());
  if (v > 0) ; else if (x > 55) return 1; return 0;
}

int otherLines(int x) {
  n = 0;
  int v = difference(next(), next());
  int r = v > 0 ?
      x > 3 ? 1 : 2
      : x > 55 ? 3 : 4;
  return r;
}

int otherSwitch(int x) {
  n = 0;
  int v = difference(next(), next());
  switch (v) { case 1: if (x > 3) return 1; break; case -1: if (x > 55) return 2; break; default: return 3; } return 4;
}

int otherAnd(int x) {
  n = 0;
  int v = difference(next(), next());
  if (v > 0 && x > 3) return 1; return 2;
}

int otherLoop(int x) {
  n = 0;
  int v = difference(next(), next());
  while (v > 0) { if (x > 3) return 1; return 2; } if (x > 55) return 3; return 4;
}

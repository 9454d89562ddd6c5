// An address that is computed from an integer in an object that coverme has
// made is a suspicion: index arrays hold what belongs together. One from an
// argument, or from a number that the code converts, is none; nor is a crash
// that an element only leads to.
//
// RUN: %exits 0 %coverme %s --entry indexed --array p=4 --prove off --no-gcov --max-evals 5000 --json %t.indexed.json
// RUN: %check-suite --expect findings.0.group='"guesses"' %t.indexed.json
// RUN: %exits 0 %coverme %s --entry argument --array p=4 --prove off --no-gcov --max-evals 5000 --json %t.argument.json
// RUN: %check-suite --expect findings.0.group='"values"' %t.argument.json
// RUN: %exits 0 %coverme %s --entry number --array p=4 --prove off --no-gcov --max-evals 5000 --json %t.number.json
// RUN: %check-suite --expect findings.0.group='"values"' %t.number.json
// RUN: %exits 0 %coverme %s --entry content --array p=4 --prove off --no-gcov --max-evals 5000 --json %t.content.json
// RUN: %check-suite --expect findings.0.group='"values"' %t.content.json

static int seen[8];

int indexed(const int *p, int n) {
  if (n > 0 && p[n & 3] > 3000000)
    return seen[p[n & 3]];
  return 0;
}

int argument(const int *p, int n) {
  if (p[0] > 0 && n > 3000000)
    return seen[n];
  return 0;
}

int number(const double *p, int n) {
  if (n > 0 && p[n & 3] > 3000000)
    return seen[(int)p[n & 3]];
  return 0;
}

int content(const int *p, int n) {
  if (n > 0 && p[n & 3] == 7)
    return *(volatile int *)0x123456000;
  return 0;
}

// The documented exit codes, and --min-coverage, which turns 1 into 0 at or
// above its percentage.
// RUN: %exits 0 %coverme %s --entry reachable
// RUN: %exits 1 %coverme %s --entry half --prove off
// RUN: %exits 0 %coverme %s --entry half --prove off --no-gcov --min-coverage 75
// RUN: %exits 1 %coverme %s --entry half --prove off --no-gcov --min-coverage 75.1
// RUN: %exits 0 %coverme %s --entry half --prove off --min-coverage 0
// RUN: %exits 0 %coverme %s --entry half
// RUN: %exits 0 %coverme %s --entry crashing --min-coverage 50
// RUN: %exits 1 %coverme %s --entry crashing --min-coverage 50 --fail-on-finding
// RUN: %exits 0 %coverme %s --entry reachable --fail-on-finding
// RUN: %exits 0 %coverme %s --entry harmful --no-gcov
// RUN: %exits 1 %coverme %s --entry harmful --no-gcov --fail-on-finding
// RUN: %exits 2 %coverme %s
// RUN: %exits 3 %coverme %s --entry half --prove off -- -DBROKEN
#ifdef BROKEN
#error broken
#endif

int reachable(double x) { return x > 1.0; }

int half(double x) {
  if (x > 1.0)
    return 1;
  if (x * x < 0.0)
    return 2;
  return 0;
}

int crashing(double x) {
  if (x == 42.0)
    *(volatile int *)0 = 1;
  return 0;
}

// Every branch is covered, and yet zero divides.
int harmful(double x) {
  volatile int divisor = (int)x;
  if (x > 1.0)
    return 1;
  return 4 / divisor;
}

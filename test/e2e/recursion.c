// The first inputs of recursive functions may recurse millions of times, in
// trees that no stack bounds, and as loops where the optimiser makes some. They
// end soon, and are a finding.
//
// RUN: %exits 0 %coverme %s --entry factorial | FileCheck %s
// RUN: %exits 0 %coverme %s --entry tree
// RUN: %exits 0 %coverme %s --entry isEven

// CHECK: slow-loop: takes more than 1,000,000 loop iterations or recursive calls

int factorial(int n) {
  if (n <= 1)
    return 1;
  return n * factorial(n - 1);
}

double tree(double x, int depth) {
  if (depth == 0)
    return x;
  if (x > 1e300)
    return 1;
  return tree(x * 0.5, depth - 1) + tree(x + 1, depth - 1);
}

static int isOdd(unsigned n);
int isEven(unsigned n) {
  if (n == 0)
    return 1;
  return isOdd(n - 1);
}
static int isOdd(unsigned n) {
  if (n == 0)
    return 0;
  return isEven(n - 1);
}

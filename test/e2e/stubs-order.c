// gcc calls the second argument's function first, so that results of functions
// made up come in another order than with us. No caller of the real function
// sees that difference by these results: it is a suspicion. Where the code's own
// functions make it, it is a finding of the code.
// RUN: %exits 1 %coverme %s --entry made > %t.made
// RUN: FileCheck %s --check-prefix MADE --input-file %t.made
// MADE: made: 2 of 4 branches covered
// MADE-NOT: {{^findings$}}
// MADE: findings that hang on a guess
// MADE: replay-differs: {{.*}}; compilers may call functions made up in another order
// RUN: %exits 1 %coverme %s --entry own > %t.own
// RUN: FileCheck %s --check-prefix OWN --input-file %t.own --implicit-check-not "made up"
// OWN: replay-differs
static double difference(double x, double y) { return x - y; }

int made(double (*support)(double), double d) {
  double w = difference(support(d), support(-d));
  if (w > 3)
    return 1;
  if (w < -7)
    return 2;
  return 0;
}

static int calls;
static int next(void) { return ++calls; }
int own(int x) {
  calls = 0;
  double w = difference(next(), next());
  if (x > 3)
    return 7;
  return w > 0 ? 1 : 2;
}

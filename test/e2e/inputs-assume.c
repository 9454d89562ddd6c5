// --assume: what breaks it is never in the suite, and the way to what holds is
// searched for by the distance of the expression itself.
//
// RUN: %inputs --some 'x > y' --every 'x*x + y*y == 25 and x > y' -- %s --entry circle --assume 'x*x + y*y == 25 && x > y' | FileCheck %s --check-prefix CIRCLE
// CIRCLE: circle: 4 of 4 branches covered
// RUN: %inputs --every 'n >= 1000 and n % 7 == 3' --some 'n == 1004' -- %s --entry counts --assume 'n >= 1000 && n % 7 == 3'
// RUN: %inputs --every '0 < v["p[0]"] < v["p[1]"] < v["p[2]"]' -- %s --entry sorted --array p=3 --assume 'p[0] > 0 && p[0] < p[1] && p[1] < p[2]'
// RUN: %inputs --every 'v["s.low"] <= v["s.high"] and v["s.steps"] >= 2' -- %s --entry interval --assume 's.low <= s.high' --assume 's.steps >= 2'
// RUN: %inputs --every 'v["q->low"] == 0.5' -- %s --entry behind --assume 'q->low == 0.5'
// RUN: %inputs --every 'v["scale"] > x > 0' -- %s --entry scaled --global scale --assume 'scale > x && x > 0'
// RUN: %inputs --every 'math.isfinite(x) and abs(math.sin(x)) > 0.5' -- %s --entry waves --assume 'isfinite(x) && fabs(sin(x)) > 0.5'
//
// What it excludes is never covered. Proofs know of what is said by a comparison
// with a number, and of nothing else.
// RUN: %inputs --uncovered 1 --every 'x < 10' -- %s --entry above --assume 'x < 10' | FileCheck %s --check-prefix ABOVE
// ABOVE: true proved infeasible {{.*}} if (x > 10)
// RUN: %inputs --exit 1 --uncovered 1 --every 'x * 2 < 20' -- %s --entry above --assume 'x * 2 < 20' | FileCheck %s --check-prefix TWICE
// TWICE: true deemed infeasible if (x > 10)
//
// What is said is what the compiler takes it for: no comment, and no literal.
// Ends that are left out are left out of proofs, too.
// RUN: %inputs --some 'x > 10' --every 'x > 0' -- %s --entry above --assume 'x > 0 /* && x < 5 */'
// RUN: %inputs --some 'x > 10' --every 'x > 0' -- %s --entry above --assume 'x > 0 // && x < 5'
// RUN: %inputs --some 'x > 10' --every '0 < x' -- %s --entry above --assume 'x > 0 && (0 < x < 5)'
// RUN: %inputs --some 'not x > 10' --every 'not x < 0' -- %s --entry above --assume '!(x < 0)'
// RUN: %inputs --uncovered 1 --every 'x > 10' -- %s --entry above --assume 'x > 10' | FileCheck %s --check-prefix BEYOND
// BEYOND: false proved infeasible {{.*}} if (x > 10)
// RUN: %inputs --every 'v["table[1]"] > 2' -- %s --entry looked --global table --assume 'table[1] > 2'
//
// Nor is it a finding what the code does where it does not hold.
// An assumption that crashes is not fulfilled.
// RUN: %inputs --every 'n > 0 and v["p[0]"] >= 0' -- %s --entry added --array p=n --assume '*p >= 0'
// RUN: %exits 0 %coverme %s --entry added --array p=n --assume '*p >= 0' --fail-on-finding
// RUN: %refuses 2 "coverme: error: this input does not fulfil --assume '\([*]p >= 0\)'" %coverme run %s --entry added --array p=n --assume '*p >= 0' --input n=0
// RUN: %inputs --every 'n > 0' -- %s --entry divides --assume 'n > 0'
//
// One that nothing fulfils is said to be one, in no long time.
// RUN: %refuses 2 "coverme: error: --range and --assume leave no value for 'x': at least 1[.]0000000000000002 .* and at most -5e-324 .*" timeout 20 %coverme %s --entry above --assume 'x > 1 && x < 0'
// RUN: %refuses 2 "coverme: error: --range and --assume leave no value for 'x': at least 20[.]0+4 .* and at most 15 .*" timeout 20 %coverme %s --entry above --assume 'x > 20' --range x=0:15
// RUN: %refuses 2 "coverme: error: none of [0-9]+ inputs of 'above' fulfils --assume '\(x > 1\) && \(x != x\)'" timeout 20 %coverme %s --entry above --assume 'x > 1' --assume 'x != x'
// RUN: %exits 0 %coverme run %s --entry above --assume 'x < 10' --input 3
// RUN: %refuses 2 "coverme: error: this input does not fulfil --assume '\(x < 10\)'" %coverme run %s --entry above --assume 'x < 10' --input 30
//
// RUN: %refuses 2 "coverme: error: --assume does not compile: use of undeclared identifier 'z'" %coverme %s --entry above --assume 'z > 1'
// RUN: %refuses 2 "coverme: error: --assume does not compile: expected expression" %coverme %s --entry above --assume 'x >'
// RUN: %refuses 2 "coverme: error: --assume does not compile: an assumption may compare \(==\), but not assign" %coverme %s --entry above --assume 'x = 5'
// RUN: %refuses 2 "coverme: error: --assume does not compile: an assumption is one expression, with parentheses that match, whole comments, and no directives" %coverme %s --entry above --assume 'x > 0) || (x < 5'
// RUN: %refuses 2 "coverme: error: --assume does not compile: an assumption is one expression, .*" %coverme %s --entry above --assume 'x > 0 /*' --assume '*/ && x < 5'

int circle(double x, double y) {
  if (x > 4)
    return y > 0 ? 1 : 2;
  return 0;
}

int counts(int n) {
  if (n == 1004)
    return 1;
  return 0;
}

int sorted(const double *p) {
  if (p[2] - p[0] > 5)
    return p[1] > 2 ? 1 : 2;
  return 0;
}

struct interval {
  float low, high;
  int steps;
};

int interval(struct interval s) {
  if (s.high - s.low > 3)
    return 1;
  return s.steps == 2 ? 2 : 0;
}

int behind(const struct interval *q) {
  if (q->low + q->high > 3)
    return 1;
  return 0;
}

double scale = 1;
int scaled(double x) {
  if (scale / x > 100)
    return 1;
  return 0;
}

int waves(double x) {
  if (x > 100)
    return 1;
  return 0;
}

int above(double x) {
  if (x > 10)
    return 1;
  return 0;
}

int added(const double *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += p[i];
  return sum > 10 ? 1 : sum < 0 ? 2 : 0;
}

int divides(int n, int m) {
  if (m / n == 12 && m % n == 1)
    return 1;
  return 0;
}

double table[2];
int looked(double x) {
  if (x + table[1] > 3)
    return 1;
  return 0;
}

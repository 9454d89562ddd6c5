// With --all, names in options that a function does not have are others'.
//
// RUN: %exits 0 %coverme %s --all --array p=3 --array q=n --range x=0:10 --global level --json %t.json > %t.txt
// RUN: %check-file --expect totals.skipped=0 --expect totals.failed=0 --expect functions.three.status='"ran"' %t.json
// RUN: FileCheck %s < %t.txt
// CHECK: 5 functions run; 12 of 12 branches covered
// RUN: %python -c 'import json, sys; names = {f["function"]: " ".join(i["name"] for i in f["suite"]["inputs"]) for f in json.load(open(sys.argv[1]))["functions"]}; print(names)' %t.json | FileCheck %s --check-prefix NAMES
// NAMES: 'three': 'p[0] p[1] p[2] level',
// NAMES-SAME: 'counted': 'n q[0] {{.*}} q[7] level',
// NAMES-SAME: 'plain': 'x level', 'deep': 'level', 'calls': 'f()#1 {{.*}} f()#4 level'
//
// An assumption is about one function's parameters: where it does not compile,
// that function is not run.
// RUN: %exits 2 %coverme %s --all --assume 'x > 5' 2>&1 | FileCheck %s --check-prefix ASSUME
// ASSUME: --assume does not compile
double level = 1;

int three(const double *p) {
  if (p[0] + p[1] + p[2] > 8)
    return 1;
  return 0;
}

int counted(const int *q, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += q[i];
  if (sum == 12)
    return 1;
  return 0;
}

int plain(double x) {
  if (x == 9.5)
    return 1;
  return 0;
}

int deep(void) {
  if (level == 4)
    return 1;
  return 0;
}

int calls(double (*f)(double)) {
  if (f(1) == 2)
    return 1;
  return 0;
}

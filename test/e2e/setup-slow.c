// A call ahead may take more turns of its loops than a call gets at first. It
// gets more then, as one of the entry does.
//
// RUN: %coverme %s --entry is_warm --setup 'warm_up(heat)' | FileCheck %s
// RUN: %coverme %s --entry is_warm | FileCheck %s
// CHECK: 2 of 2 branches covered
// CHECK: warm_up({{.*}}); is_warm()
//
// Calls ahead that take seconds are cut by --timeout, which the report says, and
// deems nothing infeasible. They are no findings of the entry.
// RUN: %exits 1 %coverme %s --entry count --no-gcov --timeout 0.5 | FileCheck %s --check-prefix CUT
// CUT: count: 1 of 2 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 open
// CUT: the search was cut by --timeout
// CUT-NOT: hang
//
// Provers that would take all the time leave some to calls ahead.
// RUN: %coverme %s --entry summed --no-gcov --max-evals 20000 --timeout 6 | FileCheck %s --check-prefix PROVED
// PROVED: summed: 5 of 8 branches covered, 3 proved infeasible
// PROVED: set_mode(3); summed({{.*}})

static double cells[30000];

void warm_up(double heat) {
  for (int i = 0; i < 30000; ++i)
    cells[i] = cells[i] / 2 + heat;
}

int is_warm(void) {
  if (cells[29999] > 20)
    return 1;
  return 0;
}

static int steps;

static int descend(int n) {
  ++steps;
  return n > 0 ? descend(n - 1) + 1 : steps;
}

int count(int n) {
  steps = 0;
  int result = descend(n & 3);
  if (steps > 30)
    return 1;
  return result;
}

static int mode;

void set_mode(int to) { mode = to; }

int summed(double x) {
  double s = 0;
  for (int i = 0; i < 3000; ++i)
    s += x * i / (1 + s * s);
  if (s * s + x < -1e300 && s > x)
    return 1;
  if (mode == 3)
    return 4;
  return 0;
}

// A branch that an input takes only after other calls is not covered by that
// input: a fresh process cannot replay it. It is by these calls in one test, up
// to twelve ahead of the entry's.
// RUN: %coverme %s --entry counter --json %t.json -q
// RUN: %check-suite --expect branches.covered=4 --expect gcov.branches.taken=4 %t.json
// RUN: %coverme %s --entry memory --json %t.json -q
// RUN: %check-suite --expect branches.covered=4 --expect gcov.branches.taken=4 %t.json
//
// A fresh process always finds the table empty, and fills it: no obstacle.
// RUN: %exits 1 %coverme %s --entry table --json %t.json -q
// RUN: %check-suite --expect branches.covered=5 --expect branches.total=6 --expect gcov.branches.taken=5 --expect sites.0.branches.1.verdict='"deemed_infeasible"' %t.json

int counter(double x) {
  static int calls;
  if (calls++ == 4)
    return 1;
  if (x > 2.5)
    return 2;
  return 0;
}

static double last;
static double remember(double x) {
  double before = last;
  last = x;
  return before;
}
int memory(double x) {
  if (remember(x) == 17.5)
    return 1;
  if (x > 2.5)
    return 2;
  return 0;
}

double table(double x) {
  static double cells[4];
  static int filled;
  if (!filled)
    for (int i = filled = 0; i < 4; ++i)
      cells[i] = i * 1.5;
  if (x > cells[2])
    return 1.0;
  return 0.0;
}

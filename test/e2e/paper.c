// --paper runs the paper's settings, and gives up as the paper does: the
// infeasible branch ends it long before the budget is spent.
// RUN: %exits 1 %coverme %s --entry f --paper --json %t.json -q
// RUN: %check-suite --expect options.local='"powell"' --expect options.distance='"squared"' --expect options.n_iter=5 --expect options.n_start=500 --expect branches.covered=2 --expect branches.deemed_infeasible=1 %t.json
// RUN: %exits 1 %coverme %s --entry f --paper --json %t.again.json -q
// RUN: %same-suite %t.json %t.again.json
//
// Every optimiser and every distance solves a line.
// RUN: %exits 0 %coverme %s --entry line --local powell --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local bobyqa --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local newuoa --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local cobyla --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local neldermead --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local sbplx --no-gcov
// RUN: %exits 0 %coverme %s --entry line --local avm --no-gcov
// RUN: %exits 0 %coverme %s --entry line --distance squared --no-gcov
// RUN: %exits 0 %coverme %s --entry line --distance absolute --no-gcov
double f(double x) {
  if (x * x < 0.0)
    return -1.0;
  if (x <= 1.0)
    return x;
  return 1.0;
}

int line(double x, double y) {
  if (x > 1234.0 && x < 1235.0)
    return 1;
  if (y < -77.0)
    return 2;
  return 0;
}

// What a sum is tells how large its operands can be, whatever the other one is:
// a large number plus anything is no small fraction.
// RUN: %exits 0 %coverme %s --entry unit --prove interval --no-gcov --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=1 %t.json
// RUN: %exits 0 %coverme %s --entry difference --prove interval --no-gcov -q
// RUN: %exits 0 %coverme %s --entry chain --prove interval --no-gcov -q
// RUN: %exits 0 %coverme %s --entry squares --prove interval --no-gcov -q
//
// One ulp less would be possible.
// RUN: %exits 0 %coverme %s --entry edge --prove interval --no-gcov --json %t.json
// RUN: %check-suite --expect branches.covered=4 %t.json
//
// Nothing else tells, but for a narrow window, which can be cut up.
// RUN: %exits 1 %coverme %s --entry unit --prove interval --without max-ulp --max-evals 5000 --no-gcov --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 --expect options.without='["max-ulp"]' %t.json
// RUN: %exits 0 %coverme %s --entry window --prove interval --without max-ulp --max-evals 5000 --no-gcov -q

int unit(double x, double y) {
  if (x > 1e20)
    if (x + y == 1)
      return 1;
  return 0;
}

int difference(double x, double y) {
  if (x > 0x1p60 || x < -0x1p60)
    if (x - y >= 1)
      if (x - y <= 2)
        return 1;
  return 0;
}

int chain(double x, double y, double z) {
  if (z > 0.25 && z < 0.75 && x > 1e30)
    if (x + y + z == 3)
      return 1;
  return 0;
}

int squares(double x, double y) {
  if (y > 1e10)
    if (x * x - y * y == 1)
      return 1;
  return 0;
}

int edge(double x, double y) {
  if (x >= 0x1p53)
    if (x + y == 1)
      return 1;
  return 0;
}

int window(float x, float y) {
  if (x >= 0x1p25f && x < 0x1.001p25f)
    if (x + y == 1)
      return 1;
  return 0;
}

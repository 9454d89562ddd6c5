// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state machine that five samples in a row must take to its end; a wrong one
// sends it back to the start.
//
// REACHABLE: 28 of 28
// WITNESS: 11, -4, 5.25, NAN, 0.1, 0 -> 1
// WITNESS: 11, -4, 5.25, NAN, 1, 0.1 -> 1
// WITNESS: 11, -4, 5.25, 1, 0, 0 -> 0
//
// RUN: %witnesses %s
// RUN: %exits 0 %coverme %s --entry f --no-gcov -q --json %t
// RUN: %check-suite --expect branches.covered=28 \
// RUN:   --expect branches.total=28 %t
int f(double a, double b, double c, double d, double e, double g) {
  double samples[6] = {a, b, c, d, e, g};
  int state = 0;
  for (int i = 0; i < 6; ++i) {
    double s = samples[i];
    switch (state) {
    case 0:
      state = s > 10.0 ? 1 : 0;
      break;
    case 1:
      state = s < -3.0 ? 2 : 0;
      break;
    case 2:
      state = s >= 5.0 && s < 5.5 ? 3 : 0;
      break;
    case 3:
      state = s != s ? 4 : 0;
      break;
    case 4:
      if (s == 0.1)
        state = 5;
      break;
    }
  }
  if (state == 5)
    return 1;
  return 0;
}

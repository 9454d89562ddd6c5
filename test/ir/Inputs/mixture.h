// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bit of everything that the pass treats.
#include <math.h>

enum shape { ROUND, SQUARE };

static int counter;

static double table(int i) {
  static const double kTable[] = {1.5, 2.5, 3.5};
  return kTable[i];
}

double mixture(double x, float y, int n, enum shape shape, int *out) {
  switch (n) {
  case 1:
  case 2:
    return y;
  case 3:
    ++counter;
    break;
  case -4:
    x = x < 0 ? -x : x;
  default:;
  }
  for (int i = 0; i < n && x != 7.25; ++i)
    x += table(i % 3);
  if (shape == ROUND || (isnan(x) && !(y > 1)))
    *out = x >= 1e300;
  do
    x = sqrt(x);
  while (x > 2 && x < 1e308);
  return x > 1 && y ? x : y;
}

// A set-up call whose argument has to be one exact number: its own branches guide
// the search.
// RUN: %exits 0 %coverme %s --entry analyze --seed 1 | FileCheck %s
// RUN: %exits 0 %coverme %s --entry analyze --seed 2 | FileCheck %s
// CHECK: analyze: 10 of 10 branches covered
#include <stdlib.h>
static double *left;
static int table(long f) {
  static const long t[] = {48000, 44100, 32000, 24000, 22050, 16000};
  for (int i = 0; i < 6; i++)
    if (t[i] == f)
      return i + 1;
  return 0;
}
int reset(long freq) {
  int k = table(freq);
  if (!k)
    return 1;
  free(left);
  left = malloc(100 * k * sizeof *left);
  return left == 0;
}
int analyze(const double *x, unsigned n) {
  if (!left)
    return -1;
  n /= 3;
  if (n == 0)
    return 0;
  for (unsigned i = 0; i < n && i < 10; i++)
    left[i] = x[i];
  return left[0] > 3 ? 1 : 2;
}

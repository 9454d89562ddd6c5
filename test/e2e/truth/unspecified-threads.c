// A directive of OpenMP leaves the order open in which numbers are added up.
// RUN: %truth --build 'gcc -O2' %s -- -fopenmp-simd
// RUN: %truth --build 'gcc -O2' %s -- -fopenmp
#include <assert.h>
int summed(float big);
#ifndef CALLER
int summed(float big) {
  float parts[16], sum = 0;
  for (int i = 0; i < 16; ++i)
    parts[i] = 1;
  parts[1] = big;
  parts[5] = -big;
  if (big != 0x1p30f)
    return 0;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 16; ++i)
    sum += parts[i];
  if (sum > 11) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(summed(0x1p30f));
  return 0;
}
#endif

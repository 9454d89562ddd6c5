// Pointers that must be null together, far into a function.
// RUN: %coverme %s --entry noise | FileCheck %s
// CHECK: noise: {{.*}} 0 deemed infeasible, 0 open
#include <stdlib.h>

int noise(const short *a, long nx, long ny, short *least, short *most,
          double *part, int *status) {
  int range = 0;
  short low = 32767, high = -32768;
  if (nx < 9) {
    nx = nx * ny;
    ny = 1;
  }
  if (nx < 9)
    return *status;
  if (least || most)
    range = 1;
  int *differences = calloc(nx, sizeof *differences);
  if (!differences)
    return *status = 1;
  for (long j = 0; j < ny; j++) {
    const short *row = a + j * nx;
    for (long i = 1; i < nx; i++) {
      if (range) {
        if (row[i] < low)
          low = row[i];
        if (row[i] > high)
          high = row[i];
      }
      differences[i] = row[i] - row[i - 1];
    }
  }
  if (range) {
    if (least)
      *least = low;
    if (most)
      *most = high;
  }
  if (part)
    *part = differences[1];
  free(differences);
  return 0;
}

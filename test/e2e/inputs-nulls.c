// Pointers that must be null together, far into a function.
// RUN: %coverme %s --entry noise | FileCheck %s
// CHECK: noise: {{.*}} 0 deemed infeasible, 0 open
// RUN: %coverme %s --entry rendered | FileCheck %s --check-prefix MANY
// MANY: rendered: 12 of 12 branches covered
// RUN: %exits 1 %coverme %s --entry released | FileCheck %s --check-prefix SAME
// SAME: released: 7 of 8 branches covered
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

/* There are more pointers in the first object than may lead elsewhere. */
struct module {
  int kind;
};
struct library {
  int count;
  struct module *modules[40];
};
int rendered(struct library *library, int *outline, int *settings) {
  if (!library)
    return 1;
  if (!outline)
    return 2;
  if (!settings)
    return 3;
  *outline = library->count;
  for (int i = 1; i < library->count && i < 40; ++i)
    if (library->modules[i] == library->modules[0])
      return i + settings[0];
  return -1;
}

/* One that leads to an object which another may lead to has that there. */
struct pool {
  int count;
  char **blocks;
};
int released(struct pool *pool, const char *block) {
  int i;
  for (i = pool->count - 1; i >= 0; --i)
    if (pool->blocks[i] == block)
      break;
  if (i < 0)
    return 0;
  if (pool->blocks[i] != NULL)
    pool->blocks[i] = NULL;
  return 1;
}

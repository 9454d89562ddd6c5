// Numbers of a rectangle fit together only where all are of one magnitude: most
// others want more memory than there is, or write ahead of it, and the process
// that calls them is lost.
// RUN: %exits 0 %coverme %s --entry tiles | FileCheck %s
// CHECK: tiles: 16 of 16 branches covered
#include <stdlib.h>
struct area { int x0, y0, x1, y1; };

int tiles(const struct area *a) {
  int width = ((a->x1 + 31) >> 5) - (a->x0 >> 5);
  int height = ((a->y1 + 31) >> 5) - (a->y0 >> 5);
  int *tile = malloc((size_t)(width * height) * sizeof *tile), at = 0, sum = 0;
  if (height != 1 && width != 1) {
    tile[at++] = 1;
    for (int x = 1; x < width - 1; x++)
      tile[at++] = 2;
    tile[at++] = 3;
    for (int y = 1; y < height - 1; y++)
      for (int x = 0; x < width; x++)
        tile[at++] = x == 0 || x == width - 1 ? 4 : 5;
    sum = tile[at - 1];
  }
  free(tile);
  return sum;
}

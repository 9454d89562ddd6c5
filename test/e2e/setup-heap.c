// A function that goes on from what it has left on the heap is called ahead of
// itself, behind one that makes the table; and where calls have ended many
// processes, too.
// RUN: %exits 0 %coverme %s --entry row -q | FileCheck %s --check-prefix ROW
// ROW: row: 6 of 6 branches covered
// RUN: %exits 0 %coverme %s --entry grow -q | FileCheck %s --check-prefix GROW
// GROW: grow: 8 of 8 branches covered
#include <stdlib.h>

static double **rows;
static double *numbers;
static int capacity;

int make(int n) {
  if (n < 1 || n > 100)
    return -1;
  if (!rows)
    rows = calloc(n, sizeof *rows);
  return rows ? 0 : -2;
}

int row(int i) {
  if (!rows || i != 0)
    return -1;
  if (rows[i])
    return 1;
  rows[i] = calloc(4, sizeof(double));
  return 0;
}

void grow(int n) {
  if (n <= capacity)
    return;
  if (!numbers) {
    if (!(numbers = malloc(sizeof(double) * n)))
      exit(1);
  } else {
    if (!(numbers = realloc(numbers, sizeof(double) * n)))
      exit(1);
  }
  capacity = n;
}

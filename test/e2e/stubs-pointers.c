// Functions made up that return pointers give memory, objects and texts.
// RUN: %coverme %s --all --own --stub-undefined > %t
// RUN: FileCheck %s < %t
#include <stddef.h>
#include <string.h>

struct Point {
  double x, y;
};

void *ownCalloc(size_t count, size_t size);
void ownFree(void *block);
const char *kindOf(const void *place, const char *key);
struct Point *middle(double a, double b);

// CHECK: branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open
// CHECK: mean {{.*}} 100.00 %
double mean(const double *x, int n) {
  if (n < 1 || n > 20)
    return 0;
  double *y = ownCalloc(n, sizeof *y), sum = 0;
  if (y == NULL)
    return -1;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] > 0 ? x[i] : 0;
  for (int i = 0; i < n; ++i)
    sum += y[i];
  ownFree(y);
  if (sum > 100)
    return 100;
  return sum / n;
}

// CHECK: kind {{.*}} 100.00 %
int kind(void *place) {
  const char *text = kindOf(place, "type");
  if (strcmp(text, "rwd") == 0)
    return 1;
  if (strcmp(text, "fwd") == 0)
    return 2;
  return 0;
}

// CHECK: half {{.*}} 100.00 %
int half(double a) {
  const struct Point *point = middle(a, 2 * a);
  if (point == NULL)
    return -1;
  if (point->x > point->y && point->y == 3)
    return 1;
  return 0;
}

/* Objects that are returned one after another are different ones. */
double *vector(int size);
int ordered(void) {
  double *low = vector(2), *high = vector(2);
  if (!low || !high)
    return 0;
  const double first = low[1];
  low[0] = first;
  high[0] = 2 * first;
  return low[0] < high[0] && high[1] > first ? 1 : 2;
}

/* What lies at the end of a struct, without a size, has a few elements. */
struct row {
  unsigned count;
  double values[];
};
struct row *row(int count);
int longer(void) {
  const struct row *made = row(3);
  if (!made)
    return 0;
  return made->values[2] > 0.5 ? 1 : 2;
}

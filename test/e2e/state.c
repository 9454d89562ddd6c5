// A branch that an input takes only after other calls is not covered by that
// input: a fresh process cannot replay it. It is by these calls in one test, up
// to twelve ahead of the entry's.
// RUN: %coverme %s --entry counter --json %t.json -q
// RUN: %check-suite --expect branches.covered=4 --expect gcov.branches.taken=4 %t.json
// RUN: %coverme %s --entry memory --json %t.json -q
// RUN: %check-suite --expect branches.covered=4 --expect gcov.branches.taken=4 %t.json
//
// A fresh process always finds the table empty, and fills it: no obstacle.
// RUN: %exits 1 %coverme %s --entry table --json %t.json -q
// RUN: %check-suite --expect branches.covered=5 --expect branches.total=6 --expect gcov.branches.taken=5 --expect sites.0.branches.1.verdict='"deemed_infeasible"' %t.json
//
// What a constructor has allocated is as it was in each call, and no call gives
// it back for good. No finding, and no branch that only a later call takes.
// RUN: %inputs --inputs 'x: double' --exit 1 --uncovered 2 --some 'result == 1' -- %s --entry grows --distinct --allocations succeed --prove off
// RUN: %inputs --inputs 'key: int' --exit 1 --uncovered 1 --some 'result == 1' -- %s --entry links --distinct --allocations succeed --prove off
// RUN: %inputs --inputs 'x: int' --some 'result == 1' -- %s --entry renames --distinct --allocations succeed
// RUN: %inputs --inputs 'x: int' --findings 1 -- %s --entry twice --distinct --allocations succeed | FileCheck %s --check-prefix TWICE
// TWICE: SIGABRT{{.*}} with x = 12345
#include <stdlib.h>
#include <string.h>

int counter(double x) {
  static int calls;
  if (calls++ == 4)
    return 1;
  if (x > 2.5)
    return 2;
  return 0;
}

static double last;
static double remember(double x) {
  double before = last;
  last = x;
  return before;
}
int memory(double x) {
  if (remember(x) == 17.5)
    return 1;
  if (x > 2.5)
    return 2;
  return 0;
}

double table(double x) {
  static double cells[4];
  static int filled;
  if (!filled)
    for (int i = filled = 0; i < 4; ++i)
      cells[i] = i * 1.5;
  if (x > cells[2])
    return 1.0;
  return 0.0;
}

static double *values;
static int used = 4;
struct node {
  int key;
  struct node *next;
};
static struct node *list;
static char *name;
__attribute__((constructor)) static void start(void) {
  values = calloc(4, sizeof *values);
  for (int i = 0; i < 3; ++i) {
    struct node *new = malloc(sizeof *new);
    *new = (struct node){i, list};
    list = new;
  }
  name = strdup("first");
  free(malloc(10));
}

int grows(double x) {
  values[3] += 1;
  values = realloc(values, (used + 1) * sizeof *values);
  values[used++] = x;
  if (used != 5 || values[3] != 1)
    return -1;
  if (x > 1000)
    return 1;
  return 0;
}

int links(int key) {
  int count = 0;
  struct node *new = malloc(sizeof *new);
  *new = (struct node){key, list->next};
  list->next = new;
  for (struct node *each = list; each; each = each->next)
    ++count;
  if (count != 4)
    return -1;
  if (key == 7)
    return 1;
  return 0;
}

int renames(int x) {
  free(name);
  name = malloc(32);
  strcpy(name, "second");
  if (x == 12345)
    return 1;
  return 0;
}

int twice(int x) {
  free(name);
  if (x == 12345)
    free(name);
  return 0;
}

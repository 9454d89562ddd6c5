// What is left of an initializer that a later one overrides, in whole or in
// part: gcc drops all of it, clang the part. What is dropped need not run.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

struct Point {
  int x, y;
};
struct Line {
  struct Point from, to;
};

int part(int x);
int rest(int x);
int calls(int x);
int apart(int x);

#ifndef CALLER
int part(int x) {
  struct Point p = {7, x};
  struct Line line = {.from = p, .from.y = 5};
  if (line.from.x == 0) // TAKEN: true
    return 1;
  return 0;
}

int rest(int x) {
  struct Line other = {{1, 2}, {x, 8}};
  struct {
    struct Line line;
    int more;
  } all = {.line = other, .line.to.x = 3};
  if (all.line.to.y != 8) // TAKEN: true
    return 1;
  return 0;
}

static int calls_made;
static int next(void) { return ++calls_made; }

int calls(int x) {
  calls_made = 0;
  int all[2] = {[0] = next(), [0] = 4};
  if (calls_made == 0) // TAKEN: true
    return 1;
  return all[x & 1];
}

int apart(int x) {
  struct Line line = {.to = {x, 8}, .from.x = 3, .from.y = next(), .to.y = 4};
  if (line.to.y == 8) // PROVED: true
    return 1;
  return line.from.y > 9;
}
#else
int main(void) {
  assert(part(0));
  assert(rest(0));
  assert(calls(0));
  assert(!apart(0));
  return 0;
}
#endif

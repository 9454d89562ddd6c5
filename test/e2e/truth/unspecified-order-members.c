// Members that may be one, where another argument writes to one of them.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

struct Pair {
  int first, second;
};
union Either {
  int first, second;
};

int same(struct Pair *p);
int other(struct Pair *p, struct Pair *q);
int either(union Either *p);
int whole(struct Pair *p);

#ifndef CALLER
static int first(int a, int b) { return a + 0 * b; }

int same(struct Pair *p) {
  p->second = 1;
  if (first(p->second, p->second = 7) == 7) // TAKEN: true
    return 1;
  return 0;
}

int other(struct Pair *p, struct Pair *q) {
  p->second = 1;
  if (first(p->second, q->second = 7) == 7) // TAKEN: true
    return 1;
  return 0;
}

int either(union Either *p) {
  p->first = 1;
  if (first(p->first, p->second = 7) == 7) // TAKEN: true
    return 1;
  return 0;
}

static int set(struct Pair *p) { return p->second = 7; }

int whole(struct Pair *p) {
  p->second = 1;
  if (first(p->second, set(p)) == 7) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct Pair pair;
  union Either one;
  assert(same(&pair));
  assert(other(&pair, &pair));
  assert(either(&one));
  assert(whole(&pair));
  return 0;
}
#endif

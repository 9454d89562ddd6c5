// What a parameter leads to and is no input holds anything: padding, what the
// largest member of a union does not reach, an object of a type that is only
// declared. That its only input was run shows nothing.
// RUN: %truth %s --max-evals 2000
#include <assert.h>

struct padded {
  char first;
  int last;
};
union either {
  struct {
    char first;
    double last;
  } parts;
  unsigned char bytes[16];
};
struct hidden;
int between(struct padded *p);
int under(union either *p);
int ofNothing(struct hidden *p);
int farther(struct hidden *p, signed char n);
int byValue(union either u);

#ifndef CALLER
int between(struct padded *p) {
  if (((unsigned char *)p)[2] == 7) // TAKEN: true
    return 1;
  return 0;
}

int under(union either *p) {
  if (p->bytes[3] > 3) // TAKEN: true
    return 1;
  return 0;
}

int ofNothing(struct hidden *p) {
  if (*(const double *)p > 3) // TAKEN: true
    return 1;
  return 0;
}

int farther(struct hidden *p, signed char n) {
  if (((const double *)p)[9] > n) // TAKEN: true
    return 1;
  return 0;
}

int byValue(union either u) {
  if (u.bytes[3] > 3) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  double numbers[10] = {4, [9] = 200};
  struct padded p;
  union either u;
  ((unsigned char *)&p)[2] = 7;
  u.bytes[3] = 4;
  assert(between(&p));
  assert(under(&u));
  assert(ofNothing((struct hidden *)numbers));
  assert(farther((struct hidden *)numbers, 100));
  assert(byValue(u));
  return 0;
}
#endif

// A union with a pointer beside other members has one of these in each call that
// coverme makes, and anything in those of others.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

struct Node {
  int value;
};
struct Tagged {
  union {
    double real;
    struct Node *node;
  };
  unsigned char kind;
};

int asNumber(const struct Tagged *tagged);
int asPointer(const struct Tagged *tagged);
int passed(struct Tagged tagged);

#ifndef CALLER
int asNumber(const struct Tagged *tagged) {
  if (tagged->real > 3) // TAKEN: true
    return 1;
  return 0;
}

int asPointer(const struct Tagged *tagged) {
  if (tagged->kind != 1)
    return 0;
  if (tagged->node) // TAKEN: true
    return tagged->node->value;
  return 0;
}

int passed(struct Tagged tagged) {
  if (tagged.real != 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct Node node = {7};
  const struct Tagged number = {.real = 4, .kind = 0};
  const struct Tagged pointer = {.node = &node, .kind = 1};
  assert(asNumber(&number));
  assert(asPointer(&pointer) == 7);
  assert(passed(number));
  return 0;
}
#endif

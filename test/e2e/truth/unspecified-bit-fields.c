// To gcc, a bit-field has a type of its own width, which is seen where it is
// wider than int, where the code asks, and behind a `++`.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

struct S {
  unsigned long long wide : 40, rest : 24;
  unsigned small : 7;
};

int shifted(unsigned char x);
int doubled(struct S *p);
int asked(unsigned char x);
int copied(unsigned char x);
int stepped(unsigned char x);
int promoted(struct S *p);

#ifndef CALLER
int shifted(unsigned char x) {
  struct S s = {0};
  s.wide = (1ULL << 39) | x;
  if (s.wide << 1 < 1024) // TAKEN: true
    return 1;
  return 0;
}

int doubled(struct S *p) {
  if (p->wide >> 39 == 0)
    return 0;
  if (p->wide + p->wide < 100) // TAKEN: true
    return 1;
  return 0;
}

int asked(unsigned char x) {
  struct S s = {0};
  if (_Generic(s.small, unsigned: 1, default: 2) + x > 256) // TAKEN: true
    return 1;
  return 0;
}

int copied(unsigned char x) {
  struct S s = {0};
  __typeof__(s.small = 1) copy = 300;
  if (copy + x < 100) // TAKEN: true
    return 1;
  return 0;
}

int stepped(unsigned char x) {
  struct S s = {0, 0, x & 3};
  if (s.small++ - 1 < 0) // TAKEN: true
    return 1;
  return 0;
}

int promoted(struct S *p) {
  p->small++;
  --p->small;
  if (p->small + p->small > 254) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct S s = {1ULL << 39, 0, 0};
  assert(shifted(1));
  assert(doubled(&s));
  assert(asked(255));
  assert(copied(0));
  assert(stepped(0));
  return 0;
}
#endif

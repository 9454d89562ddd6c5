// A bool in an object has any byte, as long as nobody reads it as a bool. One
// that is read as such is 0 or 1, or undefined where the code has made it.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>
#include <stdbool.h>
#include <string.h>

struct Flag {
  bool isSet;
};
struct Item {
  bool isSet;
  unsigned char count;
};

int pointed(bool *p);
int member(struct Item *p);
int passed(struct Flag flag);
int asBool(struct Item *p);
int twice(bool *p);
int made(unsigned char byte);
int written(bool *p);

#ifndef CALLER
int pointed(bool *p) {
  unsigned char byte;
  memcpy(&byte, p, 1);
  if (byte > 1) // TAKEN: true
    return 1;
  return 0;
}

int member(struct Item *p) {
  unsigned char bytes[2];
  memcpy(bytes, p, 2);
  if (bytes[0] == 2) // TAKEN: true
    return 1;
  return 0;
}

int passed(struct Flag flag) {
  unsigned char byte;
  memcpy(&byte, &flag, 1);
  if (byte > 1) // TAKEN: true
    return 1;
  return 0;
}

int asBool(struct Item *p) {
  if (p->isSet + p->count > 256) // PROVED: true
    return 1;
  return 0;
}

int twice(bool *p) {
  if (*p == 0)
    return 1;
  if (*p == 1) // PROVED: false
    return 2;
  return 3;
}

int made(unsigned char byte) {
  bool is;
  memcpy(&is, &byte, 1);
  if (byte != 2)
    return 0;
  if (is) // TAKEN: true
    return 1;
  return 2;
}

int written(bool *p) {
  *(unsigned char *)p = 2;
  if (*p) // TAKEN: true
    return 1;
  return 2;
}
#else
int main(void) {
  unsigned char bytes[2] = {2, 0};
  struct Flag flag;
  memcpy(&flag, bytes, 1);
  assert(pointed((bool *)bytes));
  assert(member((struct Item *)bytes));
  assert(passed(flag));
#ifndef __OPTIMIZE__ // gcc differs from itself
  assert(made(2) == 1);
  assert(written((bool *)bytes) == 1);
#endif
  return 0;
}
#endif

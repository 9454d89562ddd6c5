// What was zero in the padding of a struct is not any more when a member was
// stored, or the struct copied.
// RUN: %truth --build 'gcc -O2' %s
#include <assert.h>
#include <string.h>

struct padded {
  char c;
  int i;
};

int initialised(struct padded *p, unsigned char x);
int cleared(struct padded *p, unsigned char x);

#ifndef CALLER
int initialised(struct padded *p, unsigned char x) {
  struct padded s = {0};
  s.c = (char)x;
  *p = s;
  if (((unsigned char *)p)[1] != 0) // TAKEN: true
    return 1;
  return 0;
}

int cleared(struct padded *p, unsigned char x) {
  struct padded s, t;
  memset(&s, 0, sizeof s);
  s.c = (char)x;
  s.i = x + 1;
  t = s;
  t.i += 2;
  *p = t;
  if (((unsigned char *)p)[1] != 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct padded s;
  memset(&s, 7, sizeof s);
  int one = initialised(&s, 1);
  memset(&s, 7, sizeof s);
  int two = cleared(&s, 1);
  assert(one);
  assert(two);
  return 0;
}
#endif

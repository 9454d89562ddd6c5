// The padding of an object is nobody's matter that is only compared by its
// address, or copied whole.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct s {
  long wide;
  short narrow;
};

int f(struct s *p, const struct s *q, void *any, unsigned char x);

#ifndef CALLER
int f(struct s *p, const struct s *q, void *any, unsigned char x) {
  if (p == NULL)
    return -1;
  if (NULL == q)
    return -2;
  if (p == any)
    return -3;
  p->wide = x;
  if (p->wide != x) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct s object = {0, 0}, other = object;
  assert(!f(&object, &other, &other, 3));
  return 0;
}
#endif

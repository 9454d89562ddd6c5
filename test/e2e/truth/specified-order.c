// Members of one object are at different places, and errno is no part of a
// larger one: in whichever order operands are evaluated, all is the same.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>
#include <math.h>

struct Buffer {
  unsigned char *next;
  int bits, count;
  float weight;
};

int f(struct Buffer *p, const float *w, unsigned char x);

#ifndef CALLER
int f(struct Buffer *p, const float *w, unsigned char x) {
  struct Buffer own = *p;
  struct Buffer *const q = &own;
  float weights[2] = {w[0], w[1]};
  *p->next++ = p->bits;
  const int sum = p->count++ + p->bits;
  q->next[q->count++] = 1;
  double product = log(p->weight) * p->bits;
  product += sqrt(w[0]) * weights[1];
  product += sqrtf(own.weight) * own.bits;
  if (product > sum)
    return 1;
  if (x > 255) // PROVED: true
    return 2;
  return 0;
}
#else
int main(void) {
  unsigned char bytes[4] = {0};
  const float w[2] = {1, 2};
  struct Buffer buffer = {bytes, 0, 0, 1};
  assert(f(&buffer, w, 255) == 1 || f(&buffer, w, 255) == 0);
  return 0;
}
#endif

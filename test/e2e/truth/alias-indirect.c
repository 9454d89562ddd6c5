// Pointers that are read from memory, or lie in structs, lead to one object, also
// behind a restrict pointer; stores in loops reach what was read before.
// RUN: %truth %s --max-evals 2000
#include <assert.h>
#include <string.h>

struct H {
  int *p;
};
struct N {
  int v;
  struct N *next;
};

int restrictMember(struct H *restrict h, int *q);
int restrictMember2(struct N *restrict a, int *q);
int byValue(struct H h, int *q);
int byValue2(struct H h, struct H k);
int rows(int **r);
int rowsSelf(int **r, int *q);
int twoLevel(int **pp, int **qq);
int escapeStore(int **pp, int **qq);
int selfPointer(struct H *h);
int selfPointer2(struct N *a);
int viaMemcpyPtr(int *p);
int bigLoop(int n, int *a, int *b);
int bigLoop2(int n, int *a, int *b);
int sumTwice(int n, const int *a, int *acc);
int negOff(int *p, int *q);
int shifty(int *p, int *q, int i);
int u8(unsigned char *a, unsigned short *b);
int swap2(struct N *a, struct N *b);

#ifndef CALLER
int restrictMember(struct H *restrict h, int *q) {
  *h->p = 1;
  *q = 2;
  if (*h->p == 2) // TAKEN: true
    return 1;
  return 0;
}

int restrictMember2(struct N *restrict a, int *q) {
  a->next->v = 1;
  *q = 2;
  if (a->next->v == 2) // TAKEN: true
    return 1;
  return 0;
}

int byValue(struct H h, int *q) {
  *h.p = 1;
  *q = 2;
  if (*h.p == 2) // TAKEN: true
    return 1;
  return 0;
}

int byValue2(struct H h, struct H k) {
  *h.p = 1;
  *k.p = 2;
  if (*h.p == 2) // TAKEN: true
    return 1;
  return 0;
}

int rows(int **r) {
  *r[0] = 1;
  *r[1] = 2;
  if (*r[0] == 2) // TAKEN: true
    return 1;
  return 0;
}

int rowsSelf(int **r, int *q) {
  int *a = r[0];
  *a = 1;
  r[0] = q;
  *r[0] = 2;
  if (*a == 2) // TAKEN: true
    return 1;
  return 0;
}

int twoLevel(int **pp, int **qq) {
  int x = 1, y = 2;
  *pp = &x;
  *qq = &y;
  **pp = 5;
  if (y == 5) // TAKEN: true
    return 1;
  return 0;
}

int escapeStore(int **pp, int **qq) {
  int y = 0;
  *pp = &y;
  **qq = 5;
  *pp = 0;
  if (y == 5) // TAKEN: true
    return 1;
  return 0;
}

int selfPointer(struct H *h) {
  int *q = h->p;
  h->p = 0;
  *q = 0x10;
  if (h->p) // TAKEN: true
    return 1;
  return 0;
}

int selfPointer2(struct N *a) {
  a->v = 1;
  a->next->next->next->v = 2;
  if (a->v == 2) // TAKEN: true
    return 1;
  return 0;
}

int viaMemcpyPtr(int *p) {
  int *q;
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  memcpy(&q, bytes, sizeof q);
  *p = 1;
  *q = 2;
  if (*p == 2) // TAKEN: true
    return 1;
  return 0;
}

int bigLoop(int n, int *a, int *b) {
  int seen = 0;
  if (n > 300)
    return 0; // a longer loop is a slow one, which takes seconds to see
  *a = 0;
  for (int i = 0; i < n; ++i) {
    if (*a == 50) // TAKEN: true
      seen = 1;
    *b = i;
  }
  return seen;
}

int bigLoop2(int n, int *a, int *b) {
  *a = 3;
  int i = 0;
  if (n > 300)
    return 0;
  while (i < n) {
    b[0] = 3 + (i > 100);
    i++;
  }
  if (*a == 4) // TAKEN: true
    return 1;
  return 0;
}

int sumTwice(int n, const int *a, int *acc) {
  int s = 0, t = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  *acc = s + 1;
  for (int i = 0; i < n; ++i) t += a[i];
  if (s != t) // TAKEN: true
    return 1;
  return 0;
}

int negOff(int *p, int *q) {
  p[-1] = 1;
  q[0] = 2;
  if (p[-1] == 2) // TAKEN: true
    return 1;
  return 0;
}

int shifty(int *p, int *q, int i) {
  p[i] = 1;
  q[i + 1] = 2;
  if (p[i] == 2) // TAKEN: true
    return 1;
  return 0;
}

int u8(unsigned char *a, unsigned short *b) {
  a[1] = 0;
  *b = 0x1234;
  if (a[1] == 0x12) // TAKEN: true
    return 1;
  return 0;
}

int swap2(struct N *a, struct N *b) {
  struct N t = *a;
  *a = *b;
  *b = t;
  a->v = 1;
  if (b->v == t.v) // TAKEN: false
    return 0;
  return 1;
}
#else
int main(void) {
  int n[8] = {0}, m[4] = {1, 2, 3, 4};
  struct H h = {n}, k = {n};
  assert(restrictMember(&h, n));
  struct N b = {1}, a = {1, &b}, s = {1, &s};
  b.next = &a;
  assert(restrictMember2(&a, &b.v));
  assert(byValue(h, n));
  assert(byValue2(h, k));
  int *r[2] = {n, n}, *pp;
  assert(rows(r));
  assert(rowsSelf(r, n));
  assert(twoLevel(&pp, &pp));
  assert(escapeStore(&pp, &pp));
  h.p = (int *)&h.p;
  assert(selfPointer(&h));
  assert(selfPointer2(&s));
  assert(viaMemcpyPtr(n));
  assert(bigLoop(60, n, n));
  assert(bigLoop2(200, n, n));
  assert(sumTwice(3, m, m + 1));
  assert(negOff(n + 1, n));
  assert(shifty(n + 1, n, 2));
  unsigned short us;
  assert(u8((unsigned char *)&us, &us));
  assert(swap2(&s, &s));
  return 0;
}
#endif

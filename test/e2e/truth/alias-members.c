// A pointer to a number may lead into a struct or array behind another one.
// RUN: %truth %s --max-evals 5000
#include <assert.h>
#include <string.h>

struct P {
  int x;
  struct P *q;
};
struct B {
  unsigned low : 3, high : 5;
  int y;
};
struct V {
  double at[3];
};

int member(struct P *a, int *r);
int memberBack(struct P *a, int *r);
int pointerMember(struct P *a, struct P **r, struct P *other);
int bits(struct B *a, unsigned char *r);
int behindBits(struct B *a, int *r);
int sameStruct(struct P *a, struct P *b);
int sameBits(struct B *a, struct B *b);
int nested(struct P *a);
int both(struct P *a, int *r);
int array(struct V *a, double *r);
int copied(struct V *a, struct V *b);
int counted(int n, int a[n], int *r);
int countedRead(int n, int a[n], int *r);
int twoCounted(int n, double a[n], double b[n]);
int chars(double *a, char *r);
int charsOfStruct(struct P *a, unsigned char *r);
int voids(int *a, void *r);
int text(char *s, char *t);
int filled(int *a, int *r, int n);
int moved(int *a, int *r);
int readAgain(const int *a, int *r);
int apart(struct P *restrict a, int *r);

#ifndef CALLER
int member(struct P *a, int *r) {
  *r = 0;
  a->x = 5;
  if (*r == 5) // TAKEN: true
    return 1;
  return 0;
}

int memberBack(struct P *a, int *r) {
  a->x = 5;
  *r = 0;
  if (a->x == 5) // TAKEN: false
    return 0;
  return 1;
}

int pointerMember(struct P *a, struct P **r, struct P *other) {
  a->q = 0;
  *r = other;
  if (a->q) // TAKEN: true
    return 1;
  return 0;
}

int bits(struct B *a, unsigned char *r) {
  a->low = 2;
  *r = 0;
  if (a->low == 2) // TAKEN: false
    return 0;
  return 1;
}

int behindBits(struct B *a, int *r) {
  *r = 0;
  a->low = 1;
  a->y = 7;
  if (*r == 7) // TAKEN: true
    return 1;
  return 0;
}

int sameStruct(struct P *a, struct P *b) {
  a->x = 1;
  b->x = 2;
  if (a->x == 2) // TAKEN: true
    return 1;
  return 0;
}

int sameBits(struct B *a, struct B *b) {
  a->high = 1;
  b->high = 2;
  if (a->high == 2) // TAKEN: true
    return 1;
  return 0;
}

int nested(struct P *a) {
  a->x = 1;
  a->q->x = 2;
  if (a->x == 2) // TAKEN: true
    return 1;
  return 0;
}

int both(struct P *a, int *r) {
  struct P kept = *a;
  *r = kept.x + 1;
  if (a->x == kept.x) // TAKEN: false
    return 0;
  return 1;
}

int array(struct V *a, double *r) {
  a->at[1] = 1;
  *r = 2;
  if (a->at[1] == 1) // TAKEN: false
    return 0;
  return 1;
}

int copied(struct V *a, struct V *b) {
  a->at[2] = 1;
  struct V zero = {{0}};
  *b = zero;
  if (a->at[2] == 1) // TAKEN: false
    return 0;
  return 1;
}

int counted(int n, int a[n], int *r) {
  if (n < 2)
    return 0;
  *r = 0;
  a[1] = 5;
  if (*r == 5) // TAKEN: true
    return 1;
  return 0;
}

int countedRead(int n, int a[n], int *r) {
  if (n < 2)
    return 0;
  a[1] = 5;
  *r = 0;
  if (a[1] == 5) // TAKEN: false
    return 0;
  return 1;
}

int twoCounted(int n, double a[n], double b[n]) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int i = 0; i < n; ++i)
    b[i] = 2;
  for (int i = 0; i < n; ++i)
    if (a[i] != 1) // TAKEN: true
      return 1;
  return 0;
}

int chars(double *a, char *r) {
  *a = 1;
  r[7] = 0;
  if (*a == 1) // TAKEN: false
    return 0;
  return 1;
}

int charsOfStruct(struct P *a, unsigned char *r) {
  *r = 1;
  a->x = 0;
  if (*r == 1) // TAKEN: false
    return 0;
  return 1;
}

int voids(int *a, void *r) {
  *a = 1;
  memset(r, 0, 4);
  if (*a == 1) // TAKEN: false
    return 0;
  return 1;
}

int text(char *s, char *t) {
  s[0] = 'a';
  t[0] = 0;
  if (s[0] == 'a') // TAKEN: false
    return 0;
  return 1;
}

int filled(int *a, int *r, int n) {
  *r = 1;
  memset(a, 0, n);
  if (*r == 1) // TAKEN: false
    return 0;
  return 1;
}

int moved(int *a, int *r) {
  static const int zeros[4];
  a[0] = 1;
  memmove(r, zeros, sizeof zeros);
  if (a[0] == 1) // TAKEN: false
    return 0;
  return 1;
}

int readAgain(const int *a, int *r) {
  int first = *a;
  *r = 1;
  int second = *a;
  if (first == second) // TAKEN: false
    return 0;
  return 1;
}

int apart(struct P *restrict a, int *r) {
  *r = 0;
  a->x = 5;
  if (*r == 5) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  struct P s = {0, &s};
  assert(member(&s, &s.x));
  assert(memberBack(&s, &s.x));
  assert(pointerMember(&s, &s.q, &s));
  struct B b = {0};
  assert(bits(&b, (unsigned char *)&b));
  assert(behindBits(&b, &b.y));
  assert(sameStruct(&s, &s));
  assert(sameBits(&b, &b));
  s.q = &s;
  assert(nested(&s));
  assert(both(&s, &s.x));
  struct V v = {{0}};
  assert(array(&v, v.at + 1));
  assert(copied(&v, &v));
  int n[6] = {0};
  assert(counted(4, n, n + 1));
  assert(countedRead(4, n, n + 1));
  double d[4] = {0};
  assert(twoCounted(3, d, d + 1));
  assert(chars(d, (char *)d));
  assert(charsOfStruct(&s, (unsigned char *)&s.x));
  assert(voids(n, n));
  char t[8] = "";
  assert(text(t, t));
  assert(filled(n, n + 1, 8));
  assert(moved(n + 1, n));
  assert(readAgain(n, n));
  return 0;
}
#endif

// Initialisers write members; what they make of padding is a compiler's choice.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <string.h>

struct padded {
  char c;
  int i;
};

int local(unsigned char x);
int element(unsigned char x);
int literal(struct padded *p);
int table(struct padded *p);

#ifndef CALLER
int local(unsigned char x) {
  struct padded s = {1, 2};
  unsigned char bytes[sizeof s];
  s.c = (char)x;
  memcpy(bytes, &s, sizeof s);
  if (bytes[1] != 0) // TAKEN: true
    return 1;
  return 0;
}

int element(unsigned char x) {
  struct padded s[2] = {{1, 2}, {3, 4}};
  unsigned char *bytes = (unsigned char *)s;
  if (bytes[1 + (x & 1) * sizeof *s] != 0) // TAKEN: true
    return 1;
  return 0;
}

int literal(struct padded *p) {
  *p = (struct padded){1, 2};
  if (((unsigned char *)p)[1] != 0) // TAKEN: true
    return 1;
  return 0;
}

static const struct padded kept = {1, 2};
int table(struct padded *p) {
  *p = kept;
  if (((unsigned char *)p)[1] != 0) // TAKEN: true
    return 1;
  return 0;
}
#else
__attribute__((noinline)) void dirty(int value) {
  register int *word = (int *)__builtin_frame_address(0);
  register int *end = word - 100;
  register int what = value;
  while (word > end)
    *--word = what;
}

int main(void) {
  struct padded s;
  dirty(0x02020202);
  int one = local(1);
  dirty(0x02020202);
  int two = element(1);
  memset(&s, 7, sizeof s);
  int three = literal(&s);
  memset(&s, 7, sizeof s);
  int four = table(&s);
  assert(one);
  assert(two);
  assert(three);
  assert(four);
  return 0;
}
#endif

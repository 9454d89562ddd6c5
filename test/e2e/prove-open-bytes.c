// A store to a member leaves anything in the padding of its struct, and in what
// other members of a union have beside it (C17 6.2.6.1, 6 and 7). Compilers
// seldom make use of it, so that no caller shows it; no branch is proved by it
// all the same, where the file can look at such bytes.
// RUN: %exits 1 %coverme %s --all --no-gcov --prove all --max-evals 100000 --json %t.json > /dev/null
// RUN: %python -c "import json, sys; \
// RUN:     functions = json.load(open(sys.argv[1]))['functions']; \
// RUN:     proved = [f['function'] for f in functions for s in f['suite']['sites'] for b in s['branches'] if b.get('proof')]; \
// RUN:     assert proved == ['typed', 'copied', 'words', 'filled'], proved" %t.json
#include <stdint.h>
#include <string.h>

struct gap { char c; int i; };
struct bits { unsigned low : 3; };
struct wide { char c; _Alignas(16) int i; };
struct many { struct gap all[40]; };
struct outer { struct gap in; };
union unequal { char c; int i; };
union both { struct gap parts; uint64_t whole; };

// Behind a caller's pointer, also where a callee stores.
static void set(struct gap *p, char c) { p->c = c; }
int called(struct gap *p, char c) {
  memset(p, 0, sizeof *p);
  set(p, c);
  return ((unsigned char *)p)[1] != 0 ? 1 : 0;
}
int assigned(struct gap *p, struct gap *restrict q) {
  memset(p, 0, sizeof *p);
  *q = *p;
  return ((unsigned char *)q)[1] != 0 ? 1 : 0;
}
int incremented(struct outer *p) {
  memset(p, 0, sizeof *p);
  ++p->in.c;
  return ((unsigned char *)p)[1] != 0 ? 1 : 0;
}
// In variables that are too large to become values.
int large(char c) {
  struct many m;
  memset(&m, 0, sizeof m);
  m.all[3].c = c;
  return ((unsigned char *)&m.all[3])[1] != 0 ? 1 : 0;
}
// Where clang makes members of padding, or bits of an integer.
int aligned(struct wide *p) {
  *p = (struct wide){1, 2};
  return ((unsigned char *)p)[25] != 0 ? 1 : 0;
}
int field(struct bits *p) {
  unsigned u;
  memset(p, 0, sizeof *p);
  p->low = 3;
  memcpy(&u, p, sizeof u);
  return u > 7 ? 1 : 0;
}
int passed(struct bits given) {
  unsigned u;
  memcpy(&u, &given, sizeof u);
  return u > 7 ? 1 : 0;
}
// Other members of unions look, too.
int member(char c) {
  union unequal u;
  u.i = 0;
  u.c = c;
  return u.i > 255 ? 1 : 0;
}
int behind(union unequal *p) {
  p->i = 0;
  p->c = 1;
  return ((unsigned char *)p)[2] != 0 ? 1 : 0;
}
int within(struct gap *p, union both *u) {
  u->whole = 0;
  u->parts.c = 1;
  return u->whole > 1 ? 1 : 0;
}
int through(void *p) {
  struct gap *typed = p;
  unsigned char *bytes = p;
  bytes[1] = 0;
  typed->c = 1;
  return bytes[1] != 0 ? 1 : 0;
}

// What fills its bytes, and what nothing but its members look at, is known.
struct full { int a, b; };
struct unseen { char c; int i; };
union equal { double number; struct { uint32_t low, high; } words; };
int typed(struct unseen *p, char c) {
  p->i = 7;
  p->c = c;
  return p->i != 7 ? 1 : 0;
}
int copied(struct unseen *p) {
  struct unseen s;
  memset(&s, 0, sizeof s);
  s.c = 1;
  memcpy(p, &s, sizeof s);
  return p->i != 0 ? 1 : 0;
}
int words(double x) {
  union equal u;
  u.number = x;
  u.words.high &= 0x7fffffff;
  return u.words.high >> 31 ? 1 : 0;
}
int filled(struct full *p) {
  p->a = 1;
  p->b = 2;
  return ((unsigned char *)p)[4] != 2 ? 1 : 0;
}

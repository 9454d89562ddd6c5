// Comparisons of text and bytes have distances.
//
// RUN: %coverme %s --entry texts | FileCheck %s --check-prefix TEXTS
// TEXTS: texts: 10 of 10 branches covered
// RUN: %coverme %s --entry bytes | FileCheck %s --check-prefix BYTES
// BYTES: bytes: 4 of 4 branches covered
// RUN: %coverme %s --entry order | FileCheck %s --check-prefix ORDER
// ORDER: order: 6 of 6 branches covered
//
// There is room for what text is compared with.
// RUN: %coverme %s --entry longer | FileCheck %s --check-prefix LONGER
// LONGER: longer: 4 of 4 branches covered
// LONGER: name = "geodetic-latitude"
//
// And for some more than that: fields behind a word, and their sum.
// RUN: %coverme %s --entry sentence | FileCheck %s --check-prefix SENTENCE
// SENTENCE: sentence: 16 of 16 branches covered
//
// Nothing behind the first difference is read that cannot be: text without an
// end may lie there.
// RUN: %coverme %s --entry unended | FileCheck %s --check-prefix UNENDED
// UNENDED: unended: 2 of 2 branches covered
// UNENDED-NOT: findings
// UNENDED-NOT: t[1]
//
// C defines the sign of the result only, so nothing else is proved of it. The
// value is that of libc, as in gcc's build.
// RUN: %exits 1 %coverme %s --entry value --prove all | FileCheck %s --check-prefix VALUE
// VALUE: 1 of 2 branches covered, 0 proved infeasible
// RUN: %exits 0 %coverme %s --all --match 'compares|adds' --fail-on-finding | FileCheck %s --check-prefix SAME
// SAME: 5 functions run ({{.*}}); 2 of 2 branches covered
//
// The code may have its own.
// RUN: %coverme %s --entry texts -- -DOWN | FileCheck %s --check-prefix OWN
// OWN: texts: 10 of 10 branches covered

// A library that is only linked compares a code; no distance leads to its texts.
// RUN: gcc -w -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %exits 0 %coverme %s --entry project -- -DLINKED %t.so | FileCheck %s --check-prefix LINKED
// LINKED: project: 6 of 6 branches covered

#include <string.h>
#include <strings.h>

struct projection {
  double angle;
  char code[4];
};
int kind_of(struct projection *p);

#ifdef LIBRARY
int kind_of(struct projection *p) {
  p->code[3] = 0;
  if (strcmp(p->code, "TAN") == 0)
    return 1;
  return strncmp(p->code, "MOL", 3) == 0 ? 2 : 0;
}
#endif

#ifdef LINKED
int project(struct projection *p) {
  const int kind = kind_of(p);
  if (kind == 0)
    return -1;
  if (kind == 1)
    return 1;
  return p->angle > 90 ? 2 : 3;
}
#endif

#ifdef OWN
int strcasecmp(const char *left, const char *right) {
  return strcmp(left, right);
}
#endif

int texts(const char *scale, const char *mode) {
  int flags = 0;
  if (strcmp(scale, "UTC") == 0)
    flags |= 1;
  if (!strcasecmp(mode, "Linear"))
    flags |= 2;
  else if (strncmp(mode, "none", 4) == 0)
    flags |= 4;
  else if (strncasecmp(mode, "fa", 2) == 0 && flags == 1)
    flags |= 8;
  return flags;
}

int bytes(const unsigned char *magic, const double *x, const double *y) {
  if (memcmp(magic, "\x7f" "ELF", 4) == 0)
    return 1;
  return memcmp(x, y, sizeof *x) == 0 ? 2 : 0;
}

int order(const char *name) {
  if (strcmp(name, "mab") < 0)
    return -1;
  if (strcmp(name, "mad") > 0)
    return 1;
  return strcmp(name, "mac") == 0 ? 2 : 0;
}

int longer(const char *name) {
  if (strcmp(name, "geodetic-latitude") == 0)
    return 1;
  return name[0] == 'x' ? 2 : 0;
}

int sentence(const char *text) {
  unsigned char sum = 0;
  if (*text != '$' || strncmp(text + 3, "GGA", 3) != 0)
    return -1;
  while (*++text && *text != '*')
    sum ^= *text;
  if (*text == 0)
    return -2;
  for (int i = 1; i <= 2; ++i)
    if (text[i] < '0' || text[i] > '9')
      return -3;
  return 10 * (text[1] - '0') + text[2] - '0' == sum;
}

struct tag {
  double x;
  char name[8];
};
int unended(const struct tag *t) {
  return strcmp(t->name, "mmmm") < 0 ? 1 : 2;
}

int compares(const char *name) { return strcmp(name, "abc"); }
int comparesSome(const char *name) { return strncmp(name, "abc", 2); }
int comparesLower(const char *name) { return strcasecmp(name, "ABC"); }
int comparesBytes(const char *a, const char *b) { return memcmp(a, b, 4); }
int adds(const char *name) {
  return strcmp(name, "main") + memcmp(name, "fast", 4) == 3 ? 1 : 0;
}

int value(const char *name) { return strcmp(name, "abc") == 1000 ? 1 : 0; }

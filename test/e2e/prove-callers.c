// What only the tool decides about the objects behind pointers proves nothing: a
// caller may do otherwise. `main` below is the caller that takes every branch
// that coverme does not cover.
//
// RUN: %exits 1 %coverme %s --all --match '^(?!main$)' --json %t.json > /dev/null
// RUN: FileCheck %s --implicit-check-not 'proved_infeasible": {{[1-9]}}' < %t.json
// CHECK: "proved_infeasible": 0
//
// RUN: clang-19 -w %s -o %t.program && %t.program
#include <stdint.h>

int null(const double *p) { return !p ? 1 : 0; }
int same(const double *p, const double *q) { return p == q ? 1 : 0; }
int above(const double *p, const double *q) { return p > q ? 1 : 0; }
int aligned(const char *p) { return ((uintptr_t)p & 7) == 3 ? 1 : 0; }
int behind(const double *p, int i) {
  return p[0] == 0 && i >= -1 && i <= 0 && p[i] == 1 ? 1 : 0;
}
int aliased(double *p, double *q) {
  *p = 1;
  *q = 2;
  return *p == 2 ? 1 : 0;
}
int text(const char *s) {
  int length = 0;
  while (s[length])
    ++length;
  return length > 20 ? 1 : 0;
}
int many(int n, const double p[n]) { return n > 30 ? 1 : 0; }
struct list {
  double value;
  struct list *next;
};
int deep(const struct list *l) { return l->next->next ? 1 : 0; }
struct file;
int opened(struct file *f) { return f ? 1 : 0; }
int allTheSame(signed char *p, signed char *q) { return p - q == 8 ? 1 : 0; }

int main(int argc, char **argv) {
  if (argc > 1)
    return 1;
  double pair[2] = {1, 0};
  char bytes[16] = "";
  struct list last = {0, 0}, middle = {0, &last}, first = {0, &middle};
  const char *odd = (const char *)(((uintptr_t)bytes + 7 & ~(uintptr_t)7) + 3);
  double numbers[31];
  signed char chars[16];
  return null(0) && same(pair, pair) && above(pair + 1, pair) &&
                 !above(pair, pair + 1) && aligned(odd) &&
                 behind(pair + 1, -1) && aliased(pair, pair) &&
                 text("twenty-one characters") && many(31, numbers) &&
                 deep(&first) && opened((struct file *)bytes) &&
                 allTheSame(chars + 8, chars)
             ? 0
             : 2;
}

// With --null, pointers are null in some calls, and only then.
//
// RUN: %inputs --inputs 'p == NULL: _Bool; *p: double' --some 'v["p == NULL"] == 1' --some 'v["p == NULL"] == 0 and v["*p"] == 6.5' -- %s --entry checks --null | FileCheck %s --check-prefix NULL
// NULL: p == NULL = 1
//
// Without it nothing is proved of them: a caller may pass one.
// RUN: %inputs --inputs '*p: double' --exit 1 --uncovered 1 -- %s --entry checks | FileCheck %s --check-prefix WITHOUT
// WITHOUT: 0 proved infeasible, 1 deemed infeasible
// WITHOUT: deemed infeasible  if (!p)  [a pointer: no distance]  [--null passes null pointers]
//
// RUN: %inputs --some 'v["a == NULL"] and not v["b == NULL"]' --some 'v["b == NULL"] and not v["a == NULL"]' -- %s --entry two --null
// RUN: %inputs --some 'not v["list == NULL"] and v["list->next == NULL"]' --some 'not v["list->next == NULL"] and v["list->next->value"] == 6' -- %s --entry length --null
//
// Code that does not look falls; not without the option.
// RUN: %inputs --findings 1 -- %s --entry trusts --null | FileCheck %s --check-prefix FALLS
// FALLS: signal: raises SIGSEGV at inputs-null.c:[[#@LINE+37]] with p == NULL = 1,
// RUN: %inputs -- %s --entry trusts
//
// A type of which only the name is known has no objects, but null pointers.
// RUN: %inputs --inputs 'x: int' --exit 1 --uncovered 1 -- %s --entry opaque --null
// RUN: %refuses 2 "coverme: error: 'opaque' cannot be called: parameter 'file' points to 'struct file', of which only the name is known; --null passes a null pointer" %coverme %s --entry opaque

int checks(const double *p) {
  if (!p)
    return 1;
  if (*p == 6.5)
    return 2;
  return 0;
}

int two(const int *a, const int *b) {
  if (!a)
    return b ? 1 : 2;
  if (!b)
    return *a > 5;
  return *a == *b;
}

struct list {
  int value;
  struct list *next;
};

int length(const struct list *list) {
  if (!list)
    return 0;
  if (!list->next)
    return 1;
  return list->next->value == 6 ? 2 : 3;
}

int trusts(const double *p) {
  if (*p > 4)
    return 1;
  return 0;
}

struct file;
int opaque(struct file *file, int x) {
  if (x == 31)
    return 1;
  return file ? 2 : 0;
}

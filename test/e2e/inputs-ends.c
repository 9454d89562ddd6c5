// Pointers that the code compares, where one may say where the elements of the
// other end (`q = p + 1`), and may be null or lead to the same object, too.
//
// The first is null: the second leads to its own object then.
// RUN: %inputs --some 'v["p"] == 1' -- %s --entry first | FileCheck %s --check-prefix ALL4
// RUN: %inputs --some 'v["p"] == 1' -- %s --entry either | FileCheck %s --check-prefix ALL6
// ALL4: 4 of 4 branches covered
// ALL6: 6 of 6 branches covered
//
// The first leads to what the second leads to, which leads away otherwise.
// RUN: %inputs -- %s --entry third | FileCheck %s --check-prefix ALL6
//
// Nothing is looked at where a range ends, during the call or after it: the
// objects are as small as they are at first.
// RUN: %coverme %s --all --match 'numbers|pairs|lists' --prove off | FileCheck %s --check-prefix SMALL --implicit-check-not note:
// SMALL: 3 functions run; 6 of 6 branches covered

struct pair {
  int a, b;
};

struct list {
  int value;
  struct list *next;
};

int first(const double *p, const double *q) {
  if (!p)
    return -1;
  if (p == q)
    return 5;
  return *p > 0;
}

int either(const double *p, const double *q) {
  if (!p || !q)
    return -1;
  if (p == q)
    return 5;
  return *p > 0;
}

int third(struct pair *p, struct pair *q, struct pair *r) {
  if (p == q)
    return r == p;
  if (q == r)
    return 2;
  if (r == p)
    return 3;
  return p->a;
}

int numbers(const double *p, const double *q) {
  if (p < q)
    return *p > 0;
  return 2;
}

int pairs(struct pair *p, struct pair *q) {
  if (p == q)
    return 5;
  return p->a > 0;
}

int lists(struct list *p, struct list *q) {
  if (p == q)
    return 5;
  return p->value > 0;
}

// References of the caller, and `this`, may lead to one object.
// RUN: %truth %s --max-evals 2000
#include <cassert>

struct S {
  int x;
  int *p;
  int member(int &r);
};
struct B : S {
  int y;
};
struct V {
  double at[2];
  double &first() { return at[0]; }
};
extern int number;
int both(S &a, int &r);
int base(B &b, S &s);
int element(V &v, double &d);
int variable(int &r);
int bound(const int &r);
int apart(S &__restrict a, int &r);

#ifndef CALLER
int number;

int S::member(int &r) {
  x = 0;
  r = 5;
  if (x == 5) // TAKEN: true
    return 1;
  return 0;
}

int both(S &a, int &r) {
  r = 0;
  a.x = 5;
  if (r == 5) // TAKEN: true
    return 1;
  return 0;
}

int base(B &b, S &s) {
  b.x = 1;
  s.x = 2;
  if (b.x == 1) // TAKEN: false
    return 0;
  return 1;
}

int element(V &v, double &d) {
  v.first() = 1;
  d = 2;
  if (v.first() == 2) // TAKEN: true
    return 1;
  return 0;
}

int variable(int &r) {
  r = 0;
  number = 5;
  if (r == 5) // TAKEN: true
    return 1;
  return 0;
}

int bound(const int &r) {
  const int before = r;
  number = before + 1;
  if (r == before) // TAKEN: false
    return 0;
  return 1;
}

int apart(S &__restrict a, int &r) {
  r = 0;
  a.x = 5;
  if (r == 5) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  S s = {0, nullptr};
  assert(s.member(s.x));
  assert(both(s, s.x));
  B b = {};
  assert(base(b, b));
  V v = {};
  assert(element(v, v.at[0]));
  assert(variable(number));
  assert(bound(number));
  return 0;
}
#endif

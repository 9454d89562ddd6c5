// C++ leaves the order of arguments open, too: of functions and constructors,
// in members and templates, with references and captures, ahead of bodies.
// RUN: %truth --build 'g++ -O0' %s
#include <cassert>

struct S {
  int a, b;
  S(int x, int y) : a(x), b(y) {}
  int member(unsigned char x);
};
int constructed(unsigned char x);
int templated(unsigned char x);
int throughReference(unsigned char x);
int ofObject(unsigned char x);
int captured(unsigned char x);
int initialized(unsigned char x);
int ofMember(unsigned char x);
int signOf(float x);
int apart(unsigned char x);

#ifndef CALLER
static int more(int &r) { return ++r; }
static int first(int a, int b) { return a + 0 * b; }

int constructed(unsigned char x) {
  int n = x & 1;
  S s(n, more(n));
  if (s.a == 1 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

int S::member(unsigned char x) {
  int n = x & 1;
  int k = first(more(n), more(n));
  if (k == 2 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

template <class T> static int twice(T x) {
  int n = x & 1;
  return first(more(n), more(n));
}

int templated(unsigned char x) {
  if (twice<int>(x) == 2 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

int throughReference(unsigned char x) {
  int n = x & 1;
  int &r = n;
  int k = first(n, more(r));
  if (k == 1 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

struct Counter {
  int value;
  int up() { return ++value; }
};

int ofObject(unsigned char x) {
  Counter c{x & 1};
  int k = first(c.value, c.up());
  if (k == 1 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

int captured(unsigned char x) {
  int n = x & 1;
  auto up = [n]() mutable { return ++n; };
  int k = first(up(), up());
  if (k == 2 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

struct Member {
  int value;
  Member(int &n) : value(first(more(n), more(n))) {}
};

int initialized(unsigned char x) {
  int n = x & 1;
  Member m(n);
  if (m.value == 2 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

struct Plain {
  int &n;
  int value = first(more(n), more(n));
};

int ofMember(unsigned char x) {
  int n = x & 1;
  Plain p{n};
  if (p.value == 2 + (x & 1)) // TAKEN: true
    return 1;
  return 0;
}

template <class T> static int sign(T x) { return __builtin_signbit(x); }

int signOf(float x) {
  if (sign<float>(x) < 0) // TAKEN: true
    return 1;
  return 0;
}

int apart(unsigned char x) {
  int n = x & 1, m = x & 1;
  int k = first(n += 2, m += 2);
  if (k > 3) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  S s(1, 2);
  assert(s.member(1));
  assert(constructed(1));
  assert(templated(1));
  assert(throughReference(1));
  assert(ofObject(1));
  assert(captured(1));
  assert(initialized(1));
  assert(ofMember(1));
  assert(signOf(-1.0F));
  return 0;
}
#endif

// Classes by value are passed as C++ does: empty ones take no register, and a
// byte in what they are a part of; padding of a base class, and what is marked
// [[no_unique_address]], holds members of what they are a part of. The values
// that the report says are what the code gets.
// RUN: %exits 0 %coverme %s --all --json %t.json -- -std=c++20 > /dev/null
// RUN: %check-file --expect totals.branches.covered=60 --expect totals.branches.total=60 --expect totals.findings=0 %t.json
#include <optional>

struct Tag {};
struct Holder {
  Tag t;
  double d;
};
struct Based : Tag {
  float f;
  int n;
};
union Both {
  Tag t;
  double d;
};
struct Arr {
  Tag t[2];
  double d;
};

int f(Tag t, int x) {
  if (x == 7)
    return 1;
  return 0;
}

int g(int y, Tag t, double d, Tag u, int z) {
  if (d > 3 && z == y + 5)
    return 1;
  return 0;
}

int h(Both b, int x) {
  if (b.d > 3)
    return 1;
  if (x == 3)
    return 2;
  return 0;
}

int k(Holder o) {
  if (o.d > 3)
    return 1;
  return 0;
}

int m(Based o) {
  if (o.f > 3 && o.n == 9)
    return 1;
  return 0;
}

int n(Arr a) {
  if (a.d == 9)
    return 1;
  return 0;
}

Tag r(int x) {
  if (x == 3)
    return {};
  return {};
}

struct alignas(8) Wide {};
struct HoldsWide {
  Wide w;
  float f;
  int n;
};

int p(Wide w, int x) {
  if (x == 7)
    return 1;
  return 0;
}

int q(HoldsWide w) {
  if (w.f > 3 && w.n == 8)
    return 1;
  return 0;
}

int t(const Tag &a, const Tag *b, int x) {
  if (x == 9 && &a == b)
    return 1;
  return 0;
}

int u(std::optional<double> o) {
  if (o && *o > 3)
    return 1;
  return 0;
}

int v(std::optional<bool> o) {
  if (o && *o)
    return 1;
  return 0;
}

class Padded {
  double d;
  char c;

public:
  double get() const { return d; }
};
struct Reuses : Padded {
  char e;
};
struct Again : Reuses {
  char g;
  short s;
};
struct Without {
  [[no_unique_address]] Tag t;
  double d;
};
struct Within {
  [[no_unique_address]] Padded p;
  char e;
  float f;
};

int a(int k, Reuses x, double z) {
  if (x.get() > 3 && x.e == 7 && k == 4)
    return 1;
  return z == 2;
}

int b(Again x, double z) {
  if (x.get() > 3 && x.e == 7 && x.g == 2 && x.s == 5)
    return 1;
  return z == 2;
}

int c(Without x, double z) {
  if (x.d > 3)
    return 1;
  return z == 2;
}

int d(Within x, double z) {
  if (x.p.get() > 3 && x.e == 7 && x.f == 2)
    return 1;
  return z == 2;
}

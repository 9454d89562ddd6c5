// Empty classes take no register when they are passed by value, and a byte in
// what they are a part of: the values behind them are what the code gets.
// RUN: %exits 0 %coverme %s --all --json %t.json -- -std=c++20 > /dev/null
// RUN: %check-file --expect totals.branches.covered=34 --expect totals.branches.total=34 --expect totals.findings=0 %t.json
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

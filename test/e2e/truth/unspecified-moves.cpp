// In C++20, gcc 12 moves what a structured binding gets of a pair when it is
// returned, and clang copies it.
// RUN: %truth %s -- -std=c++20
#include <cassert>
#include <utility>

int bound(unsigned char x);

#ifndef CALLER
struct Moved {
  int copies;
  Moved(int n) : copies(n) {}
  Moved(const Moved &other) : copies(other.copies + 300) {}
  Moved(Moved &&other) : copies(other.copies + 600) {}
};

static Moved bind(int x) {
  auto [first, second] = std::pair<Moved, Moved>(x, x);
  return second;
}

int bound(unsigned char x) {
  Moved got = bind(x);
  if (got.copies >= 600) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(bound(0));
  return 0;
}
#endif

// Whether a variable that is returned is copied, is for the compiler to say:
// gcc 12 copies where another return gives another variable, clang does not.
// RUN: %truth %s
#include <cassert>

int picked(unsigned char x);
int same(unsigned char x);

#ifndef CALLER
struct Counted {
  int copies;
  explicit Counted(int n) : copies(n) {}
  Counted(const Counted &other) : copies(other.copies + 10) {}
};

static Counted pick(int x) {
  if (x & 1) {
    Counted one(1);
    return one;
  }
  Counted two(2);
  return two;
}

int picked(unsigned char x) {
  Counted got = pick(x);
  if (got.copies > 9) // TAKEN: true
    return 1;
  return 0;
}

struct Plain {
  int number;
};

static Plain plain(int x) {
  Plain one = {x & 1};
  return one;
}

int same(unsigned char x) {
  Plain got = plain(x);
  if (got.number > 9) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  assert(picked(0) || picked(1));
  assert(!same(1));
  return 0;
}
#endif

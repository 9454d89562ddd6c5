// Whether a variable that is returned is copied, is for the compiler to say:
// gcc 12 copies where another return gives another variable, clang does not;
// before C++20, gcc copies an rvalue reference, and what a base class is made
// of, and clang moves.
// An object in braces is copied by clang, and made an element of a list by gcc.
// RUN: %truth %s
#include <cassert>
#include <initializer_list>

int picked(unsigned char x);
int same(unsigned char x);
int sliced(unsigned char x);
int referred(unsigned char x);
int given(unsigned char x);
int named(unsigned char x);
int made(unsigned char x);
int inherited(unsigned char x);

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

struct Moved {
  int copies;
  Moved(int n) : copies(n) {}
  Moved(const Moved &other) : copies(other.copies + 300) {}
  Moved(Moved &&other) : copies(other.copies + 600) {}
};

struct Derived : Moved {
  using Moved::Moved;
};

static Moved slice(int x) {
  Derived one(x);
  return one;
}

int sliced(unsigned char x) {
  Moved got = slice(x);
  if (got.copies < 600) // TAKEN: true
    return 1;
  return 0;
}

static Moved refer(Moved &&one) { return one; }

int referred(unsigned char x) {
  Moved got = refer(x);
  if (got.copies < 600) // TAKEN: true
    return 1;
  return 0;
}

static Moved give(Moved one) { return one; }

int given(unsigned char x) {
  Moved got = give(x);
  if (got.copies < 600) // PROVED: true
    return 1;
  return 0;
}

struct List {
  int number;
  List(int n) : number(n) {}
  List(std::initializer_list<List> all) : number(all.begin()->number + 300) {}
  List(const List &other) : number(other.number) {}
};

int named(unsigned char x) {
  List one(x), got{one};
  if (got.number > 255) // TAKEN: true
    return 1;
  return 0;
}

int made(unsigned char x) {
  List got = {List(x)};
  if (got.number > 255) // TAKEN: true
    return 1;
  return 0;
}
struct Heir : List {
  using List::List;
  Heir(const Heir &other) : List(static_cast<const List &>(other)) {}
};

int inherited(unsigned char x) {
  Heir one(x), got{one};
  if (got.number > 255) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(picked(0) || picked(1));
  assert(!same(1));
  assert(sliced(0));
  assert(referred(0));
  assert(given(0) == 0);
  assert(named(0));
  assert(made(0));
  assert(inherited(0));
  return 0;
}
#endif

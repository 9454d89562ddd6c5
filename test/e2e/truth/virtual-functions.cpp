// A class that a caller derives from one of the file's has functions of its own,
// which may do anything; what its objects point to is no number of theirs.
// RUN: %truth %s --max-evals 2000
#include <cstring>

struct Base {
  virtual ~Base() {}
  virtual int id() const;
  int n = 0;
};
struct Derived : Base {
  int id() const override;
  int m = 0;
};

int called(const Base &b);
int writes(Base *b, int *p);
int member(Base *b);
int cast(const Base *b);
int same(Base *a, Derived *b);
int bytes(const Base *b);
int held(struct Holds *h);
struct Holds {
  Derived d;
  Base *b;
};

#ifndef CALLER
int Base::id() const { return 1; }
int Derived::id() const { return 2; }

int called(const Base &b) {
  if (b.id() == 7) // TAKEN: true
    return 1;
  return 0;
}

int writes(Base *b, int *p) {
  *p = 1;
  b->id();
  if (*p == 2) // TAKEN: true
    return 1;
  return 0;
}

int member(Base *b) {
  b->n = 1;
  b->id();
  if (b->n == 2) // TAKEN: true
    return 1;
  return 0;
}

int cast(const Base *b) {
  if (dynamic_cast<const Derived *>(b)) // TAKEN: true
    return 1;
  return 0;
}

int same(Base *a, Derived *b) {
  a->n = 1;
  b->n = 2;
  if (a->n == 2) // TAKEN: true
    return 1;
  return 0;
}

int bytes(const Base *b) {
  unsigned char copy[sizeof *b];
  std::memcpy(copy, static_cast<const void *>(b), sizeof *b);
  if (copy[12] == 9) // TAKEN: true
    return 1;
  return 0;
}

int held(Holds *h) {
  h->d.n = 1;
  h->b->n = 2;
  if (h->d.n == 2) // TAKEN: true
    return 1;
  return 0;
}
#else
static int target;
struct Caller : Derived {
  int id() const override {
    target = 2;
    const_cast<Caller *>(this)->n = 2;
    return 7;
  }
};

int main() {
  Caller own;
  Base plain;
  std::memset(reinterpret_cast<char *>(&plain) + 12, 9, 4);
  Holds h;
  h.b = &h.d;
  const bool taken = called(own) && writes(&own, &target) && member(&own) &&
                     cast(&own) && same(&own, &own) && bytes(&plain) &&
                     held(&h);
  return !taken;
}
#endif

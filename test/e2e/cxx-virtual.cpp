// Objects of polymorphic classes are inputs: their members are, and they point
// to the table of virtual functions of their class, which the file defines.
//
// RUN: %inputs --inputs 's.type: int; s.side: double; s.next->type: int; s.next->side: double; s.next: struct Square *; s.next->next: struct Square *' --some 'result == 2' --every 'result != 9' --exit 1 --uncovered 1 -- %s --entry measures
// RUN: %inputs --inputs 'b->n: int' --some 'result == 3' -- %s --entry base
// RUN: %inputs --inputs 'v.n: int' --some 'result == 5' -- %s --entry byValue
// RUN: %inputs --some 'result > 0' -- %s --entry counts
// RUN: %inputs --some 'result == 1' -- %s --entry deep
// RUN: %inputs --inputs 'h->first.n: int; h->second->n: int; h->second: struct Base *' --some 'result == 4' -- %s --entry holds
//
// Of an abstract class, and of one whose functions are in another file, the
// functions are made up, as those of a class that a caller derives may be.
// RUN: %inputs --some 'result == 1' --some 'result == 2' -- %s --entry abstract
// RUN: %exits 0 %coverme %s --entry abstract | FileCheck %s --check-prefix NOTE
// NOTE: note: virtual functions that the file does not define are made up: of struct Shape
// NOTE: s.area()#1 =
// RUN: %inputs --some 'result == 1' -- %s --entry foreign
// RUN: %inputs --some 'result == 1' -- %s --entry points
// RUN: %inputs --some 'result == 1' --some 'result == 2' --some 'result == 3' -- %s --entry structs
//
// What is derived from a class that is seen first, and has a pointer to it.
// RUN: %inputs --some 'result == 1' -- %s --entry leaf
//
// An object of a class with several bases, or virtual ones, is made where the
// file has its tables.
// RUN: %inputs --some 'result == 1' -- %s --entry several
// RUN: %inputs --some 'result == 1' -- %s --entry virtualBase
// RUN: %inputs --some 'result == 1' --every 'result != 9' --exit 1 --uncovered 1 -- %s --entry overridden
// RUN: %refuses 2 "coverme: error: 'diamond' cannot be called: parameter 'd' points to 'struct Diamond', which is not supported; .*" %coverme %s --entry diamond
// RUN: %exits 0 %coverme %s --list | FileCheck %s --check-prefix LIST
// LIST: Joined
//
// The replay and the tests that are kept make them, too.
// RUN: rm -rf %t && mkdir %t && %exits 0 %coverme %s --entry base -o %t/replay --emit ctest=%t/kept > /dev/null
// RUN: cd %t/replay && g++ --coverage -O0 -w replay.cpp -o run && ./run
// RUN: %exits 0 %coverme %s --all --match '^(several|structs|virtualBase)$' --emit ctest=%t/all > /dev/null
// RUN: sh -ec 'for each in several structs virtualBase; do cmake -S %t/all/$each -B %t/build-$each -DCMAKE_BUILD_TYPE=Release; cmake --build %t/build-$each; ctest --test-dir %t/build-$each; done' > /dev/null
// RUN: cmake -S %t/kept -B %t/build -DCMAKE_BUILD_TYPE=Release > /dev/null && cmake --build %t/build > /dev/null && ctest --test-dir %t/build > /dev/null

struct Shape {
  virtual ~Shape() {}
  virtual double area() const = 0;
  int type = 0;
};

struct Square : Shape {
  double area() const override { return side * side; }
  virtual int corners() const { return 4; }
  double side = 1;
  Square *next = nullptr;
};
Square unit;

int measures(const Square &s) {
  if (s.corners() != 4)
    return 9;
  if (s.area() == 49)
    return 2;
  return s.next->side > 3 && s.next->type == 8;
}

// The file defines the first virtual function, and so has the table.
struct Base {
  virtual int id() const;
  int n;
};
int Base::id() const { return n; }

int base(const Base *b) {
  if (b->id() == 99)
    return 3;
  return 0;
}

int byValue(Base v) {
  if (v.id() == 12345)
    return 5;
  return 0;
}

int counts(const Base *all, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (all[i].id() > 5)
      ++sum;
  return sum;
}

namespace inner {
struct Deep : Base {
  int id() const override;
  int m;
};
int Deep::id() const { return n + m; }
} // namespace inner

int deep(const inner::Deep *d) {
  if (d->id() == 77 && d->m == 70)
    return 1;
  return 0;
}

struct Holds {
  Base first;
  Base *second;
};
int holds(const Holds *h) {
  if (h->first.id() == 3 && h->second->id() == 4)
    return 4;
  return 0;
}

int abstract(const Shape &s) {
  if (s.area() > 3)
    return 2;
  return s.type == 7 ? 1 : 0;
}

struct Owner {
  Shape *shape;
  int n;
};
int points(const Owner *o) {
  if (o->shape->area() == 0 && o->shape->type == 99)
    return 1;
  return 0;
}

struct Foreign {
  virtual int id() const;
  int n;
};
int foreign(const Foreign *f) { return f->id() == 0 && f->n == 30 ? 1 : 0; }

struct Pair {
  Pair(double a, double b) : x(a), y(b) {}
  Pair(const Pair &other) : x(other.x), y(other.y) {}
  double x, y;
};
struct Fraction {
  float over;
  int under;
};
struct Curve {
  virtual ~Curve() {}
  virtual Pair at(double t) = 0;
  virtual Fraction slope() const = 0;
  virtual const Pair &start() = 0;
};
int structs(Curve *c) {
  const Pair p = c->at(2);
  if (p.x == 3 && p.y == p.x + 4)
    return 1;
  const Fraction f = c->slope();
  if (f.over > 5 && f.under == 9)
    return 2;
  return c->start().y == 12 ? 3 : 0;
}

struct Leaf;
struct Tree {
  virtual double weight() const = 0;
  Leaf *left;
};
struct Leaf : Tree {
  int n;
};
int leaf(const Tree *t, const Leaf *l) {
  return t->left == l && l->n == 4 && l->weight() > 2;
}

struct Other {
  virtual int other() const { return k; }
  int k = 1;
};
struct Several : Base, Other {
  int m;
};
Several one;
int several(const Several *s) {
  const Other *second = s;
  return s->m > 3 && second->other() == 8 && s->id() == 6;
}

struct Joined : virtual Other {
  explicit Joined(int n);
  int m;
};
Joined::Joined(int n) : m(n) {
  if (n > 4)
    k = 3;
}
int virtualBase(const Joined *j) {
  return j->m == 5 && j->other() == 7;
}

struct Diamond : virtual Base {
  int m;
};
int diamond(const Diamond *d) { return d->m > 3; }

// The second base's function is the one that overrides it.
struct First {
  virtual ~First() {}
  virtual int one() const { return 1; }
};
struct Second {
  virtual ~Second() {}
  virtual int two() const { return 9; }
};
struct Both : First, Second {
  int two() const override { return value > 4 ? 1 : 2; }
  int value = 0;
};
Both both;

int overridden(const Both &b) {
  const Second &second = b;
  if (second.two() == 9)
    return 9;
  return b.value == 7 ? 1 : 0;
}

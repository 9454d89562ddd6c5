// Objects of polymorphic classes are inputs: their members are, and they point
// to the table of virtual functions of their class, which the file defines.
//
// RUN: %inputs --inputs 's.type: int; s.side: double; s.next->type: int; s.next->side: double; s.next: struct Square *' --some 'result == 2' --every 'result != 9' --exit 1 --uncovered 1 -- %s --entry measures
// RUN: %inputs --inputs 'b->n: int' --some 'result == 3' -- %s --entry base
// RUN: %inputs --inputs 'v.n: int' --some 'result == 5' -- %s --entry byValue
// RUN: %inputs --some 'result > 0' -- %s --entry counts
// RUN: %inputs --some 'result == 1' -- %s --entry deep
// RUN: %inputs --inputs 'h->first.n: int; h->second->n: int; h->second: struct Base *' --some 'result == 4' -- %s --entry holds
//
// Of an abstract class, and of one whose functions are in another file, the
// functions are made up: they return zero, as those of a class that a caller
// derives may.
// RUN: %inputs --inputs 's.type: int' --some 'result == 1' --every 'result != 2' --exit 1 --uncovered 1 -- %s --entry abstract
// RUN: %exits 1 %coverme %s --entry abstract | FileCheck %s --check-prefix NOTE
// NOTE: note: virtual functions that the file does not define return zero: of struct Shape
// RUN: %inputs --inputs 'f->n: int' --some 'result == 1' --exit 1 --uncovered 1 -- %s --entry foreign
// RUN: %inputs --some 'result == 1' --exit 1 --uncovered 1 -- %s --entry points
// RUN: %inputs --some 'result == 0' --exit 1 --uncovered 1 -- %s --entry cast
//
// There are no objects of a class that has tables of several bases, or virtual
// ones.
// RUN: %refuses 2 "coverme: error: 'several' cannot be called: parameter 's' points to 'struct Several', which is not supported; .*" %coverme %s --entry several
// RUN: %refuses 2 "coverme: error: 'diamond' cannot be called: parameter 'd' points to 'struct Diamond', which is not supported; .*" %coverme %s --entry diamond
//
// The replay and the tests that are kept make them, too.
// RUN: rm -rf %t && mkdir %t && %exits 0 %coverme %s --entry base -o %t/replay --emit ctest=%t/kept > /dev/null
// RUN: cd %t/replay && g++ --coverage -O0 -w replay.cpp -o run && ./run
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

int cast(const Shape *s) {
  if (dynamic_cast<const Square *>(s))
    return 1;
  return 0;
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

struct Other {
  virtual int other() const { return 1; }
};
struct Several : Base, Other {
  int m;
};
Several one;
int several(const Several *s) { return s->m > 3; }

struct Diamond : virtual Base {
  int m;
};
int diamond(const Diamond *d) { return d->m > 3; }

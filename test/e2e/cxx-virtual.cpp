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
// Those of an abstract class there are none of, nor of what another file
// defines, has a table for each of several bases, or has virtual ones.
// RUN: %refuses 2 "coverme: error: 'abstract' cannot be called: parameter 's' points to 'struct Shape', whose virtual functions the file does not define; .*" %coverme %s --entry abstract
// RUN: %refuses 2 "coverme: error: 'foreign' cannot be called: parameter 'f' points to 'struct Foreign', whose virtual functions the file does not define; .*" %coverme %s --entry foreign
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

int abstract(const Shape &s) { return s.area() > 3; }

struct Foreign {
  virtual int id() const;
  int n;
};
int foreign(const Foreign *f) { return f->n > 3; }

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

// Objects that made-up functions return are of their class: they have its
// virtual functions, which are made up in turn where the class is abstract.
// Functions of the class may return objects of it, and so on without end.
//
// RUN: %inputs --findings 1 --some 'result == 1' --some 'result == 2' -- %s --entry copied
// RUN: %inputs --some 'result == -1' --some 'result == 1' -- %s --entry made
// RUN: %inputs --some 'result == 1' --some 'result == 2' -- %s --entry passed
//
// What no class says is whether they return null. Who does not look is told,
// but it is a guess.
// RUN: %coverme %s --entry copied > %t.txt
// RUN: FileCheck %s --check-prefix GUESS < %t.txt
// GUESS: 6 of 6 branches covered
// GUESS: findings that hang on a guess
// GUESS-NEXT: raises SIGSEGV at {{.*}} with s->clone() == NULL#1 = 1
//
// Tests that are kept make them, too.
// RUN: rm -rf %t && %coverme %s --all --emit ctest=%t/kept > /dev/null
// RUN: sh -ec 'for each in copied made passed; do cmake -S %t/kept/$each -B %t/build-$each -DCMAKE_BUILD_TYPE=Release; cmake --build %t/build-$each; ctest --test-dir %t/build-$each; done' > /dev/null

struct Pool {
  int used;
};

struct Shape {
  virtual ~Shape() {}
  virtual Shape *clone(Pool *pool) const = 0;
  virtual int count() const = 0;
  virtual const Shape &other() const = 0;
  double radius;
};

int copied(const Shape *s, Pool *pool) {
  Shape *t = s->clone(pool);
  if (t->count() > 3)
    return 1;
  if (t->radius < 2.5 && t->other().count() == 17)
    return 2;
  return 0;
}

// The file has the table of this class.
struct Plain {
  int kind;
  virtual double size() const;
  double width;
};
double Plain::size() const { return width * 2; }

struct Maker {
  virtual Plain *make(int kind) = 0;
};

int made(Maker &m) {
  Plain *p = m.make(3);
  if (p == nullptr)
    return -1;
  if (p->kind == 7)
    return 1;
  return p->size() > 0.5 ? 2 : 0;
}

// A member of what a function behind a pointer returns.
struct Holder {
  int state;
  Plain plain;
};

int passed(Holder *(*get)()) {
  Holder *h = get();
  if (h == nullptr)
    return 1;
  return h->plain.size() == 9 ? 2 : 0;
}

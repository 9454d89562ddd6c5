// An object that the code takes for one of a derived class, by static_cast, a C
// cast or a reference, is one of that class: of the largest that it names.
// RUN: %exits 0 %coverme %s --all --own > %t.out
// RUN: FileCheck %s --input-file %t.out
// CHECK: 0 deemed infeasible, 0 open; 0 findings
struct Base {
  int kind;
};
struct Derived : Base {
  int n;
  const double *v;
};
struct Large : Derived {
  double last;
};

double sum(Base *b) {
  Derived *d = static_cast<Derived *>(b);
  double s = 0;
  for (int i = 0; i < d->n; i++)
    if (d->v[i] > 0.5)
      s += d->v[i];
  if (d->kind == 7 && s > 3)
    return s;
  return 0;
}

double byKind(const Base *b) {
  if (b->kind == 1)
    return ((const Derived *)b)->n > 10;
  if (b->kind == 2)
    return static_cast<const Large *>(b)->last == 2.5 ? 1 : 2;
  return 0;
}

int byReference(Base &b) {
  auto &d = static_cast<Derived &>(b);
  return d.n == 77 ? 1 : 2;
}

struct Shape {
  virtual int sides() const;
  virtual ~Shape();
  int tag;
};
struct Box : Shape {
  int n;
  double w;
};

double withTable(const Shape *s) {
  if (s->tag != 3)
    return 1;
  const Box *box = static_cast<const Box *>(s);
  if (box->n > 10)
    return box->w;
  if (box->w == 2.5)
    return s->sides() > 3 ? -1 : -2;
  return 0;
}

// The other way round, an object stays what it is.
int asBase(Derived *d) {
  Base *b = d;
  return b->kind == 4 ? d->n > 3 : 2;
}

template <class Own> struct Counted {
  int count;
  int counts() const { return static_cast<const Own *>(this)->limit < count; }
};
struct Counter : Counted<Counter> {
  int limit;
};
int counts(const Counter &c) { return c.counts() ? 1 : 2; }
template int Counted<Counter>::counts() const;

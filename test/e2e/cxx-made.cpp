// Branches that the compiler makes for itself are none of the source's: where an
// array of objects is made or destroyed, a null pointer is deleted or cast, a
// static object of a function is met for the first time, an object is destroyed
// that only some paths have made, the last `catch` does not match.
//
// RUN: %exits 0 %coverme %s --list | FileCheck %s
#include <new>
#include <typeinfo>

struct S {
  int v;
  S();
  S(const S &);
  ~S();
};
S::S() : v(1) {}
S::S(const S &other) : v(other.v) {}
S::~S() { v = 0; }
int take(const S &s) { return s.v; }

// CHECK: {{^}} 1 site {{.*}} make(
S make(int n) {
  if (n == 3)
    throw n;
  return S();
}
// CHECK: {{^}} 0 sites {{.*}} firstTime(
int firstTime(int n) {
  static S s;
  static int k = take(s) + n;
  return s.v + k;
}
// CHECK: {{^}} 1 site {{.*}} deletes(
void deletes(int n) {
  int *p = n > 3 ? new int(n) : nullptr;
  delete p;
}
// CHECK: {{^}} 0 sites {{.*}} deletesAll(
void deletesAll(S *p) { delete[] p; }
// CHECK: {{^}} 0 sites {{.*}} makesAll(
S *makesAll(int n) { return new S[n]; }
// CHECK: {{^}} 0 sites {{.*}} mayFail(
int mayFail(int n) {
  S *p = new (std::nothrow) S();
  const int v = p->v;
  delete p;
  return v + n;
}
// CHECK: {{^}} 0 sites {{.*}} array(
int array(int n) {
  S a[3];
  return a[0].v + n;
}
// CHECK: {{^}} 1 site {{.*}} returnsSame(
S returnsSame(int n) {
  S s;
  if (n == 3)
    return s;
  s.v = n;
  return s;
}
struct P {
  virtual ~P();
  int a;
};
P::~P() {}
struct Q {
  virtual ~Q();
  int b;
};
Q::~Q() {}
struct R : P, Q {
  int c;
};
// CHECK: {{^}} 0 sites {{.*}} upcast(
Q *upcast(R *r) { return r; }
// CHECK: {{^}} 1 site {{.*}} downcast(
int downcast(P *p) {
  R *r = dynamic_cast<R *>(p);
  return r ? r->c : 0;
}
// CHECK: {{^}} 0 sites {{.*}} sameType(
bool sameType(P *p) { return typeid(*p) == typeid(R); }
// CHECK: {{^}} 1 site {{.*}} temporary(
int temporary(int n) { return take(n > 3 ? make(n) : S()); }
// CHECK: {{^}} 2 sites {{.*}} operand(
int operand(int n) {
  if (n > 5 && take(make(n)) == 1)
    return 2;
  return 1;
}
struct M {
  int one(int) { return 1; }
  int two(int n) { return n; }
};
// CHECK: {{^}} 1 site {{.*}} member(
int member(int n) {
  M m;
  int (M::*p)(int) = n > 3 ? &M::one : &M::two;
  return (m.*p)(n);
}
// CHECK: {{^}} 1 site {{.*}} range(
int range(int n) {
  int sum = 0;
  const int a[3] = {1, 2, n};
  for (int x : a)
    sum += x;
  return sum;
}
// CHECK: {{^}} 3 sites {{.*}} leaves(
int leaves(int n) {
  for (int i = 0; i < n; ++i) {
    S s;
    if (i == 3)
      continue;
    if (i == 5)
      break;
  }
  return 0;
}
// The only clause, or the last one, is no decision: an exception of another type
// leaves the function. One ahead of others is.
// CHECK: {{^}} 0 sites {{.*}} oneClause(
int oneClause(int n) {
  try {
    S s;
    make(n);
    return 0;
  } catch (int) {
    return 1;
  }
}
// CHECK: {{^}} 1 site {{.*}} twoClauses(
int twoClauses(int n) {
  try {
    make(n);
    return 0;
  } catch (int) {
    return 1;
  } catch (long) {
    return 2;
  }
}
// CHECK: {{^}} 1 site {{.*}} andAllElse(
int andAllElse(int n) {
  try {
    make(n);
    return 0;
  } catch (int) {
    return 1;
  } catch (...) {
    return 2;
  }
}

// C++: entries go by their mangled or demangled names, and classes are what
// their members are.
//
// RUN: %inputs --inputs 'x: double' --some 'x == 2.5' -- %s --entry 'geometry::scale(double)'
// RUN: %inputs --inputs 'n: int' --some 'n == 42' -- %s --entry _ZN8geometry5scaleEi
// RUN: %refuses 2 "coverme: error: 'geometry::scale' names 2 functions: geometry::scale\(double\), geometry::scale\(int\)" %coverme %s --entry geometry::scale
// RUN: %refuses 2 "coverme: error: no function 'geometry::area' in .*" %coverme %s --entry geometry::area
// RUN: %inputs --inputs 'p.x: float; p.y: float' --some 'v["p.x"] == 3 and v["p.y"] == -3' -- %s --entry mirrored
// RUN: %inputs --inputs 'v.low: double; v.high: double; by: int' --some 'v["v.high"] - v["v.low"] > 10 and v["by"] == 3' -- %s --entry widen
// RUN: %inputs --some 'v["this->count"] == 17' -- %s --entry Counter::isAt
// RUN: %inputs --inputs 'a: int; b: int' --some 'a > b' -- %s --entry 'largest<int>'
// RUN: %inputs --inputs 'x: double' -- %s --entry hidden
// RUN: %inputs --inputs 'x: unsigned int' --some 'x == 3000000000' -- %s --entry inside
// RUN: %inputs --inputs 'owner.value: int' --some 'v["owner.value"] == 9' -- %s --entry owns
// RUN: %inputs --some "n != 0" -- %s --entry throws | FileCheck %s --check-prefix THROWS
// THROWS: ->  throws
// RUN: %inputs --some 'yes == 1 and kind == 4' -- %s --entry flags
// RUN: %exits 0 %coverme %s --list | FileCheck %s --check-prefix LIST
// LIST-DAG: scale(double x)
// LIST-DAG: scale(int n)
// LIST-DAG: isAt(

namespace geometry {
int scale(double x) {
  if (x == 2.5)
    return 1;
  return 0;
}
int scale(int n) {
  if (n == 42)
    return 1;
  return 0;
}

struct Point {
  float x, y;
};
} // namespace geometry

int mirrored(geometry::Point p) {
  if (p.x == -p.y && p.x == 3)
    return 1;
  return 0;
}

struct Interval {
  double low, high;
};

bool widen(Interval &v, const int &by) {
  if (v.high - v.low > 10 && by == 3) {
    v.low -= by;
    return true;
  }
  return false;
}

class Counter {
public:
  bool isAt(int n) const;

private:
  int count = 0;
};

bool Counter::isAt(int n) const {
  if (count == 17 && n < 0)
    return true;
  return false;
}

template <class T> int largest(T a, T b) {
  if (a > b)
    return 1;
  return 0;
}
template int largest(int, int);

static int __attribute__((used)) hidden(double x) {
  if (x < -7)
    return 1;
  return 0;
}

namespace {
int __attribute__((used)) inside(unsigned x) {
  if (x == 3000000000u)
    return 1;
  return 0;
}
} // namespace

struct Owner {
  int value;
  Owner(const Owner &other) : value(other.value) {}
  ~Owner() {}
};

int owns(Owner owner) {
  if (owner.value == 9)
    return 1;
  return 0;
}

int throws(int n) {
  if (n == 6)
    throw 6;
  if (n > 100)
    return 1;
  return 0;
}

enum class Kind : unsigned char { None = 1, All = 4 };
int flags(bool yes, Kind kind) {
  if (yes && kind == Kind::All)
    return 1;
  return 0;
}

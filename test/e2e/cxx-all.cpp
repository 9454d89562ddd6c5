// --all: functions of one name are told apart in the report, the JSON and the
// names of folders; none of the system's headers is run.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 0 %coverme %s --all -j 2 --fail-on-finding --json all.json -o out > all.txt
// RUN: FileCheck %s < all.txt
// CHECK: cxx-all.cpp: 17 functions run (4 without branches), {{[1-9][0-9]*}} of headers left out; 30 of 30 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings
// CHECK: inner::scale(double) [[@LINE+24]] 2 2
// CHECK: inner::scale(int) [[@LINE+28]] 2 2
// CHECK: outer::scale(double) [[@LINE+35]] 2 2
// CHECK: total 30 30 0 0 0 100.00 %
// CHECK-NOT: failed
// RUN: %check-file --expect totals.failed=0 --expect totals.skipped=0 --expect 'functions.outer::scale(double).suite.branches.covered=2' --expect functions.reports.suite.gcov.lines.covered=8 all.json
// RUN: ls out | FileCheck %s --check-prefix FOLDERS
// FOLDERS-DAG: {{^}}_ZN5inner5scaleEd{{$}}
// FOLDERS-DAG: {{^}}_ZN5outer5scaleEd{{$}}
// FOLDERS-DAG: {{^}}_ZNK5PointdvEi{{$}}
// FOLDERS-DAG: {{^}}_ZN5innerL5scaleEi{{$}}
// FOLDERS-DAG: {{^}}_Z7largestIiET_S0_S0_{{$}}
// FOLDERS-DAG: {{^}}reports{{$}}
// RUN: %coverme %s --all --own -q --no-gcov --match 'twice|scale' --json own.json
// RUN: %check-file --expect totals.ran=3 --expect totals.left_out=2 own.json
// RUN: %coverme run %s --entry 'outer::scale(double)' --input 1
// RUN: %refuses 2 "coverme: error: --own needs --all" %coverme %s --entry reports --own
#include "helpers/cxx-included.h"
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace inner {
int scale(double x) {
  if (x == 2.5)
    return 1;
  return 0;
}
static __attribute__((used)) int scale(int n) {
  if (n == 42)
    return 1;
  return 0;
}
} // namespace inner

namespace outer {
int scale(double x) {
  if (x < -1e10)
    return 1;
  return 0;
}
} // namespace outer

namespace {
int hidden(unsigned n) {
  if (n == 3000000000u)
    return inner::scale(3);
  return 0;
}
} // namespace

struct Point {
  int x, y;
  Point(int x, int y) : x(x), y(y) {
    if (x > y)
      this->x = y;
  }
  explicit Point(int both) : Point(both, both) {}
  Point operator/(int by) const {
    return by == 0 ? *this : Point(x / (by == -1 ? 1 : by), y);
  }
  bool operator==(const Point &other) const {
    return x == other.x && y == other.y;
  }
  ~Point() {}
};

template <class T> T largest(T a, T b) { return a > b ? a : b; }
template int largest(int, int);
template double largest(double, double);

int reports(int n) {
  try {
    if (n > 7)
      throw std::invalid_argument("n");
    std::cout << n << '\n';
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
  }
  return hidden(n);
}

int sum(int n) {
  std::vector<int> list{n, 1, 2};
  int total = 0;
  for (const int each : list)
    total += each & 0xff;
  const Point half = Point(4) / total;
  return total + twice(3) + twice(short(total)) + (half == Point(1, 2));
}

std::string text(int n) {
  if (n < 0)
    return "negative, and so long that it is not kept in the object itself";
  return std::to_string(n);
}

double straight(double x) { return x + 1; }

// Nobody has written the decisions of a defaulted comparison, and each compiler
// makes others of it: they are no branches, and lead the search all the same.
// RUN: %coverme %s --all -- -std=c++20 > %t
// RUN: FileCheck %s < %t
// RUN: %coverme %s --entry f --callees -q -- -std=c++20 \
// RUN:   | FileCheck %s --check-prefix=CALLEES
// Of several files, too.
// RUN: %coverme %s --with %S/Inputs/defaulted-with.cpp --entry f --callees -q \
// RUN:   -- -std=c++20 | FileCheck %s --check-prefix=CALLEES
#include <compare>

struct Place {
  int x, y;
  auto operator<=>(const Place &) const = default;
};

struct Size {
  double width, height;
  friend bool operator==(const Size &, const Size &) = default;
  bool operator<(const Size &other) const {
    return width < other.width && height < other.height;
  }
};

// CHECK: 2 functions run, {{.*}}; 10 of 10 branches covered
// CALLEES: f: 10 of 10 branches covered
int f(Place p, Place q, Size a, Size b) {
  if (p < q)
    return 1;
  if (a == b)
    return 2;
  if (a < b)
    return 3;
  return 4;
}

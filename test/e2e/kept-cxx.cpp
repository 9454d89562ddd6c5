// Tests that a project keeps, of C++: a function is called by its linker name,
// so that overloads are told apart.
// RUN: rm -rf %t && mkdir %t
// RUN: %coverme %s --entry 'limit(double const&, double)' -q --emit c=%t/limit
// RUN: %kept %t/limit --change %s 'most : x' 'most : x + 1'
//
// What is in no object cannot be called:
// RUN: %exits 3 %coverme %s --entry Box::doubled -q --emit c=%t/doubled 2>&1 | FileCheck %s
// CHECK: error: --emit: 'Box::doubled() const' is inline, or a template's
// RUN: not ls %t/doubled
#include <cmath>

struct Box {
  double side;
  double doubled() const { return side > 0 ? 2 * std::sqrt(side) : 0; }
};

double doubled(const Box &box) { return box.doubled(); }

double limit(const double &x, double most) { return x > most ? most : x; }

int limit(int x) { return x > 3 ? 3 : x; }

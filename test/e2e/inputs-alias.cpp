// References lead elsewhere as pointers do; a variable in a namespace has no
// name that says which it is, and none is led to.
// RUN: %inputs --inputs '&b: double &' --some 'v["&b"] == 1 and result == 1' -- %s --entry numbers | FileCheck %s --check-prefix NUMBERS
// RUN: %inputs -- %s --entry members | FileCheck %s --check-prefix MEMBERS
// RUN: %inputs -- %s --entry variable | FileCheck %s --check-prefix VARIABLE
// RUN: %inputs --inputs '' --exit 1 --uncovered 1 -- %s --entry named
// RUN: %inputs --inputs '' --uncovered 1 -- %s --entry numbers --distinct
// RUN: %exits 0 %coverme run %s --entry numbers --input '&a' | FileCheck %s --check-prefix NAMED
// NAMED: &b = &a)
// NAMED: ->  1

// NUMBERS: &b = &a  ->  1
int numbers(double &a, double &b) {
  b = 0;
  a = 5;
  if (b == 5)
    return 1;
  return 0;
}

struct Point {
  double x, y;
};

// MEMBERS: &y = &p.y
int members(Point &p, double &y) {
  y = 1;
  p.x = 2;
  p.y = 3;
  if (y == 3)
    return 1;
  return 0;
}

float shared;
// VARIABLE: p = &shared
int variable(float *p) {
  shared = 0;
  *p = 1;
  if (shared == 1)
    return 1;
  return 0;
}

namespace names {
float shared;
}
int named(float *p) {
  names::shared = 0;
  *p = 1;
  if (names::shared == 1)
    return 1;
  return 0;
}

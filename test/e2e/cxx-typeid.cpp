// An object of a class whose table nobody has made in the file says of what
// class it is, by a name; so it does in the replay.
// RUN: %exits 1 %coverme %s --entry same --json %t.json -q | FileCheck %s
// CHECK: same: 3 of 4 branches covered
// CHECK-NOT: signal
// RUN: %check-suite --expect findings='[]' %t.json
// RUN: %exits 1 %coverme %s --entry named -q | FileCheck %s --check-prefix NAMED
// NAMED: named: 1 of 2 branches covered
#include <cstring>
#include <typeinfo>

struct Shape {
  int side = 0;
  virtual ~Shape() {}
};

bool same(const Shape &a, const Shape &b) {
  if (typeid(a) != typeid(b))
    return false;
  if (a.side == b.side)
    return true;
  return false;
}

bool named(const Shape &a) {
  if (std::strcmp(typeid(a).name(), "5Shape") == 0)
    return true;
  return false;
}

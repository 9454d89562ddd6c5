// Where a pointer that ends a range leads to an object of its own, what goes wrong
// is a suspicion: C says nothing of the order of two objects.
// RUN: %exits 1 %coverme %s --entry pairs --json %t.json -q
// RUN: FileCheck %s < %t.json
// CHECK-NOT: "suspicion": false
// CHECK: "kind": "assertion"
// CHECK: "suspicion": true
// CHECK-NOT: "suspicion": false
#include <assert.h>
int pairs(const unsigned char *p, const unsigned char *end) {
  int n = 0;
  assert(end >= p);
  for (; end - p >= 2; p += 2)
    if (p[0] == 239 && p[1] == 7)
      ++n;
  return n;
}

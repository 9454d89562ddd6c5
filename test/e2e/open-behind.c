// Of a branch that no call comes to, the report says which one is in the way.
// RUN: %exits 1 %coverme %s --entry late --max-evals 3000 --prove off \
// RUN:   --json %t.json > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %check-suite %t.json
// RUN: FileCheck %s --check-prefix JSON < %t.json
// RUN: %exits 0 %coverme explain %t.json open-behind.c:26 \
// RUN:   | FileCheck %s --check-prefix EXPLAIN
// EXPLAIN: behind open-behind.c:25:13 true
// RUN: %exits 0 %coverme report %t.json --format html | FileCheck %s \
// RUN:   --check-prefix HTML
// CHECK: open-behind.c:[[IF:25:13]]  true
// CHECK-NOT: no call gets here
// CHECK: open-behind.c:26:11  false {{.*}}[no call gets here: behind open-behind.c:[[IF]] true]
// CHECK: open-behind.c:26:11  true {{.*}}[no call gets here: behind open-behind.c:[[IF]] true]
// CHECK: open-behind.c:28:14  false {{.*}}[no call gets here: behind open-behind.c:[[IF]] true]
// JSON: "behind":"open-behind.c:25:13 true"
// HTML: no call gets here: behind open-behind.c:25:13 true
int late(unsigned k, int x) {
  // 7 is no square modulo 4.
  // Nor is it one modulo 8, 16, ...
  // So no number has it as its square.
  if (k > 5)
    return 2;
  if (k * k == 7u) {
    if (x > 3)
      return 1;
    while (x < 0)
      ++x;
  }
  return 0;
}

// A cut run leaves nothing behind: by --timeout, which the report admits, and
// by a signal.
// RUN: %exits 1 %coverme %s --entry hard --timeout 1 --max-evals 4000000000 --json %t.json > %t.txt
// RUN: %check-suite --expect branches.covered=3 %t.json
// RUN: FileCheck %s < %t.txt
// CHECK: time
// RUN: %exits 124 timeout -s INT 2 %coverme %s --entry hard --max-evals 4000000000
// RUN: %exits 124 timeout -s TERM 2 %coverme %s --entry hard --max-evals 4000000000
int hard(double x) {
  if (x * x < 0.0)
    return 1;
  if (x > 1.0)
    return 2;
  return 0;
}

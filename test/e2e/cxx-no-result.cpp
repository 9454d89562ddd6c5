// A function of C++ that comes to its end without a result goes on, as gcc has it.
// Failed before: clang took the calls that do so for none.
//
// RUN: %coverme %s --entry ends --json %t.json > %t.txt || true
// RUN: %check-suite --expect branches.covered=4 %t.json

int seen;
int ends(int x) {
  if (x > 5)
    seen = 1;
  if (x < -3)
    return 2;
}

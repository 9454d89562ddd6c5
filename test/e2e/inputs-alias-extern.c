// A pointer that the code compares with an object of another file may lead to it.
// RUN: echo 'struct orbit { double a; int n; } earth;' > %t.c
// RUN: %exits 0 %coverme %s --entry far --with %t.c | FileCheck %s --check-prefix FAR
// RUN: %exits 1 %coverme %s --entry far --with %t.c --distinct --prove off -q

struct orbit {
  double a;
  int n;
};
extern struct orbit earth;

// FAR: e = &earth  ->  1
int far(struct orbit *e) {
  if (e == &earth)
    return 1;
  return e->a > 3 ? 2 : 3;
}

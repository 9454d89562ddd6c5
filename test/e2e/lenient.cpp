// C++17 has no `register` any more; gcc 12 warns of it.
// RUN: %coverme %s --entry old -q | FileCheck %s
// CHECK: old: 2 of 2 branches covered,
int old(int x) {
  register int y = x + 1;
  return y > 3 ? 1 : 0;
}

// Which way gcc goes, where all tests go the same one: of a loop that its body
// always leaves, the lines tell. Ahead of a label, gcc has a block for the
// counter in front of the other way's, and nobody knows.
// RUN: %exits 1 %coverme %s --all > %t.txt
// RUN: FileCheck %s --input-file %t.txt
// CHECK: leaves {{[0-9]+}} 2 1 1 0 0
// CHECK: leavesToo {{[0-9]+}} 4 2 2 0 0
// CHECK: loops {{[0-9]+}} 2 0 0 1 1
// CHECK: ahead {{[0-9]+}} 4 2 0 1 1
static int count;
static int next(void) { return count++; }
static int less(int a, int b) { return a < b; }
static int sum;
static void add(void) { ++sum; }

// `i < 3` is true in every call, and said to be so.
int leaves(int x) {
  int r = x;
  for (int i = 0; i < 3; i++) {
    r ^= 1;
    break;
  }
  return r;
}

int leavesToo(int x) {
  for (int i = 0; i < 3; i++) {
    if (x == x)
      break;
    add();
  }
  return x;
}

// gcc never enters it: it evaluates the right argument first.
int loops(int x) {
  count = 0;
  for (int i = 0; less(next(), next()); i++) {
    add();
    break;
  }
  return x;
}

// It does not add here, either.
int ahead(int x) {
  count = 0;
  if (x == 4)
    goto out;
  if (less(next(), next())) add();
out:
  return x;
}

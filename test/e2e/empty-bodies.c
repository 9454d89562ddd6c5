// A condition that no body hangs on is no branch: gcc makes no code of it. It
// does where an operand decides whether something is done that has an effect or
// may trap, and ahead of jumps and labels: as many branches are ours as gcov's
// (which has a way less of a switch).
// RUN: %coverme %s --entry f --range x=-100:100 > %t.txt
// RUN: FileCheck %s --input-file %t.txt
// CHECK: f: 36 of 36 branches covered,
// CHECK: gcov (gcc): lines 36/36 100.00 %, branches 35/35 100.00 %
struct cell {
  int v;
};

int f(int x, double y, struct cell *p, const int *a) {
  int r = 1;
  // No branch at all.
  if ((x == 1 && y > r) || (x == 2 && y < 3)) {
  }
  if (x > 5)
    ;
  if (y > 5) {
  } else {
  }
  if (x > 7) {
    int unused;
  }
  if (x / 2 > 3) {
  }
  if (r++ > 3 && x > 3) {
  }
  if (({ r++; x; }) > 3) {
  }
  if (x > 16) {
  } else if (y > 3) {
  } else {
  }
  if (!x) {
  }
  // Branches.
  if (x > 8) {
  } else
    r = 2;
  if (x > 12 ? y > 3 : y < 4) {
  }
  switch (x) {
  case 1:
    break;
  case 2:
    break;
  }
  if (x > 3 && r++ > 3) {
  }
  if (x > 3)
    goto next;
next:
  for (int i = 0; i < x; i++) {
    r += i;
    if (r > 5)
      continue;
  }
  do {
    if (y > 7)
      continue;
  } while (0);
  do {
    if (y > 7)
      break;
  } while (0);
  if (x > 8) {
  here:;
  }
  if (x > 14) {
    int used = 3;
  }
  if (x > 17) {
  } else if (y > 3) {
  } else
    r = 3;
  if (x && p->v) {
  }
  if (x && a[x & 3]) {
  }
  if (x && y / y > 3) {
  }
  return r;
}

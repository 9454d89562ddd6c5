// A computed goto is no decision; those around it are covered, and provers say
// what they do not know.
//
// RUN: %inputs --some 'result == 7' --some 'result == 1' --every 'result != 5' --exit 1 --uncovered 1 -- %s --entry machine --max-evals 20000 | FileCheck %s
// CHECK: if (steps > 100)
// RUN: %inputs --uncovered 1 -- %s --entry other
// RUN: %inputs -- %s --entry local
int machine(const unsigned char code[4], int n) {
  static void *const table[] = {&&up, &&down, &&halt};
  int value = n, steps = 0;
  goto *table[code[0] % 3];
up:
  ++value;
  if (++steps >= 4)
    return 7;
  goto *table[code[steps] % 3];
down:
  --value;
  if (++steps >= 4)
    return 8;
  goto *table[code[steps] % 3];
halt:
  if (steps > 100)
    return 5;
  if (value == 42)
    return 1;
  return 0;
}

int other(double x) {
  if (x * x < 0)
    return 1;
  return 0;
}

// Labels in no table.
int local(int n) {
  void *where = n > 3 ? &&big : &&small;
  goto *where;
big:
  return 1;
small:
  return n < -3 ? 2 : 3;
}

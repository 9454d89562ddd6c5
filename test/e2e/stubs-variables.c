// Variables that nobody defines are inputs: numbers, structs of numbers, and
// arrays of these. What holds pointers is zero.
// RUN: %exits 0 %coverme %s --entry step --stub-undefined -q | FileCheck %s
// CHECK: step: 8 of 8 branches covered
// RUN: not %coverme %s --entry led --stub-undefined > %t.txt
// RUN: FileCheck %s --check-prefix LED --input-file %t.txt
// LED: led: 1 of 2 branches covered
// LED: note: 1 of 2 inputs are searched; the others are zero
struct state {
  int mode;
  double gain;
};
extern struct state current;
extern struct state rows[3];
struct list {
  int value;
  struct list *next;
};
extern struct list head;

int step(double x) {
  if (current.mode == 7)
    return x * current.gain > 100 ? 1 : 2;
  if (rows[1].gain < -5 && x > 3)
    return 3;
  return 4;
}

int led(int x) { return head.next ? head.next->value : x; }

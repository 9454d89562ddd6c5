// Variables that nobody defines are inputs: numbers, pointers, structs, and
// arrays of these, also constants and arrays without a size. What they lead to,
// the source says.
// RUN: %exits 0 %coverme %s --all --stub-undefined -q | FileCheck %s
// CHECK: stubs-variables.c: {{.*}} 40 of 40 branches covered
// RUN: rm -rf %t && %exits 0 %coverme %s --entry led --stub-undefined --emit c=%t > /dev/null
// RUN: cd %t && gcc -w *_test.c -o run && ./run
struct state {
  int mode;
  double gain;
};
struct list {
  int value;
  struct list *next;
};
struct settings {
  int (*print)(const char *, ...);
  unsigned level;
  struct list *first;
};
struct row {
  int final;
  short value;
};
extern struct state current;
extern struct state rows[3];
extern struct list head;
extern struct list *top;
extern struct settings settings;
extern const struct row *const table[4];
extern const double limits[];
extern const char *name;

int step(double x) {
  if (current.mode == 7)
    return x * current.gain > 100 ? 1 : 2;
  if (rows[1].gain < -5 && x > 3)
    return 3;
  return 4;
}

int led(int x) { return head.next ? head.next->value : x; }

int counted(int x) {
  int count = 0;
  for (const struct list *each = top; each; each = each->next)
    if (each->value == x)
      ++count;
  return count == 2 ? -1 : count;
}

int set(int x) {
  if (settings.print && settings.print("%d", x) == 3)
    return 1;
  if (settings.level > 4000000000u)
    return 2;
  return settings.first && settings.first->value == x ? 3 : 0;
}

int decode(int x) {
  const struct row *row = table[x & 3];
  if (row[x & 7].final)
    return 1;
  return row[1].value == -3 ? 2 : 0;
}

int limited(double x) { return limits[3] > x && limits[0] < 0; }

int named(void) { return name && name[0] == 'x'; }

// A call of what lies in an object of the caller crashes, and costs no call that
// comes behind it anything.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 2 functions run; 28 of 28 branches covered
#include <stddef.h>

int data(int kind, long *numbers) {
  if (kind == 1)
    return ((int (*)(void))(void *)numbers)();
  if (kind == 2)
    return numbers[1] == 12 ? 3 : 4;
  if (kind == 3)
    return numbers[0] == 7 && numbers[2] > 1000 ? 5 : 6;
  return 0;
}

/* A pointer to a function in the place of one to an object, and of a text. */
struct entry {
  int type;
};
struct node {
  int type;
  struct entry *next;
};
struct action {
  int type;
  int (*run)(int);
};
struct name {
  int type;
  char text[12];
};
int visited(struct entry *entry) {
  if (entry->type == 1) {
    const struct entry *next = ((struct node *)entry)->next;
    return next != NULL && next->type == 4;
  }
  if (entry->type == 2)
    return ((struct name *)entry)->text[4] == 'x' ? 5 : 6;
  if (entry->type == 3)
    return ((struct action *)entry)->run(3) == 7 ? 8 : 9;
  return -1;
}

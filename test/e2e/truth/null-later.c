// A pointer that the code makes null later on may have been null before: none
// of its inputs need say so.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int count;
};

void done(struct node *node);
int rounds(struct node *node);
int chosen(struct node *node, _Bool first);
int numbered(struct node *node);
int compared(struct node *node);

#ifndef CALLER
void done(struct node *node) {
  if (node) { // TAKEN: false
    node->count = 0;
    node = NULL;
  }
}

int rounds(struct node *node) {
  int count = 0;
  while (node) {
    node->count = 0;
    ++count;
    node = NULL;
  }
  if (count == 0) // TAKEN: true
    return 1;
  return 2;
}

int chosen(struct node *node, _Bool first) {
  struct node *other = first ? node : NULL;
  if (other == NULL) {
    if (first) // TAKEN: true
      return 1;
    return 2;
  }
  other->count = 1;
  return 3;
}

int numbered(struct node *node) {
  if ((uintptr_t)node == 0) // TAKEN: true
    return 1;
  node->count = 1;
  return 2;
}

int compared(struct node *node) {
  struct node *none = NULL;
  if (node == none) // TAKEN: true
    return 1;
  node->count = 1;
  return 2;
}
#else
int main(void) {
  struct node node = {1};
  done(NULL);
  done(&node);
  assert(rounds(NULL) == 1);
  assert(rounds(&node) == 2);
  assert(chosen(NULL, 1) == 1);
  assert(chosen(NULL, 0) == 2);
  assert(chosen(&node, 1) == 3);
  assert(numbered(NULL) == 1);
  assert(compared(NULL) == 1);
  return 0;
}
#endif

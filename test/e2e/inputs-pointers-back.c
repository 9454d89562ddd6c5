// What a node leads to may lead back to it, as a child is its parent's; two
// pointers may both be null where the code asks that of one that it has found
// equal to the other; and a pointer whose address is handed on may be null
// ahead of that.
// RUN: %exits 0 %coverme %s --all --stub-undefined -q | FileCheck %s
// CHECK: inputs-pointers-back.c: {{.*}} 14 of 14 branches covered
//
// Where objects lie is each build's choice.
// RUN: %exits 0 %coverme %s --entry order --stub-undefined --json %t.json -q -- -DORDER
// RUN: %check-suite --expect findings.0.group='"guesses"' %t.json
#include <stddef.h>

struct node {
  struct node *parent, *left, *right;
};
struct text {
  double value;
  struct text *parts[2];
};
void release(void *place);

#ifdef ORDER
int order(double *a, double *b) {
  if (*a < *b)
    return -1;
  if (*a > *b)
    return 1;
  return (int)(a - b);
}
#endif

int side(struct node *node) {
  if (node->parent == NULL)
    return 0;
  if (node == node->parent->left)
    return 1;
  return 2;
}

void replace(struct node *node, struct node *by) {
  if (node->parent != NULL) {
    if (node == node->parent->left)
      node->parent->left = by;
    else
      node->parent->right = by;
  }
}

int stride(const double *in, double *out) {
  if (in == out) {
    if (out == NULL)
      return 1;
    return 2;
  }
  return 3;
}

void free_text(struct text *text) {
  if (!text)
    return;
  free_text(text->parts[0]);
  release(&text);
}

// A ring of nodes that lie within larger objects: each node is wanted with what
// is behind it, and so would be twice as many in each row; and the ring's head
// is within none.
// RUN: %exits 1 %coverme %s --entry number --max-evals 4000 > %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK: number: 3 of 4 branches covered
// CHECK: next = &ring->first
#include <stddef.h>

struct link {
  struct link *next, *previous;
};
struct vertex {
  struct link link;
  int number;
  double x;
};
struct ring {
  struct link first;
  int count;
};

int number(struct ring *ring) {
  int i = 0;
  for (struct link *at = ring->first.next; at != &ring->first; at = at->next) {
    struct vertex *vertex =
        (struct vertex *)((char *)at - offsetof(struct vertex, link));
    vertex->number = i++;
    if (vertex->x > 3)
      return -1;
  }
  return i == 2;
}

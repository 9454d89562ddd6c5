// Objects that only another file can make: what it has for that is called ahead
// of the entry where an object or library among the flags defines it.
//
// RUN: gcc -w -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %coverme %s --entry queue_state --json %t.json -o %t.kept -- %t.so > %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK: 2 of 2 branches covered
// CHECK: q = queue_new({{[0-9]+}})
// RUN: %check-suite %t.json
// RUN: %gcov-by-hand %t.json --replay %t.kept/replay.c -- %t.so
//
// What nobody defines is not called, and need not be linked.
// RUN: %exits 1 %coverme %s --entry queue_state --max-evals 5000 -- -DALONE -lm | FileCheck %s --check-prefix ALONE
// ALONE-NOT: queue_new
//
// One may ask for it. It is none of the file's functions.
// A library is found from any folder.
// RUN: mkdir -p %t.here && cp %t.so %t.here/queue.so && cd %t.here && %exits 1 %coverme %s --entry queue_state --setup 'q = queue_new(7)' -- ./queue.so | FileCheck %s --check-prefix ASKED
// ASKED: q = queue_new(7)
// RUN: %refuses 2 ".*--setup queue_new: it is only declared; .*" %coverme %s --entry queue_state --setup 'q = queue_new(7)' -- -DALONE -lm
// RUN: %coverme %s --list -- %t.so | FileCheck %s --check-prefix LIST
// LIST-NOT: queue_new
// LIST: queue_state
// LIST-NOT: queue_new

struct queue; // what is in it only the library knows

struct queue *queue_new(int capacity);
#ifndef ALONE
int queue_room(const struct queue *q);
#endif

#ifdef LIBRARY
#include <stdlib.h>
struct queue {
  double check;
  int *items, capacity;
};
struct queue *queue_new(int capacity) {
  struct queue *q = malloc(sizeof *q);
  q->check = 2.718281828;
  q->items = calloc((size_t)capacity + 1, sizeof *q->items);
  q->capacity = capacity;
  return q;
}
int queue_room(const struct queue *q) {
  return q->check == 2.718281828 ? q->capacity - q->items[0] : -1;
}
#else
#ifdef ALONE
static int queue_room(const struct queue *q) { return *(const int *)q; }
#endif
int queue_state(const struct queue *q) {
  const int room = queue_room(q);
  if (room == 1234)
    return 2;
  return room > 3;
}
#endif

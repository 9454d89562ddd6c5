// Structs of which a number says which one it is: an object has the members of
// all structs that the code takes it for, and where these are in one place, an
// input says which struct has it.
// RUN: %coverme %s --all --json %t.json > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// RUN: FileCheck %s --check-prefix NAMES --input-file %t.json
// CHECK: 5 functions run; 58 of 58 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings,
// NAMES: "struct of *shape"
// NAMES-NOT: struct of *cells
// RUN: rm -rf %t.d && %coverme %s --entry first --emit c=%t.d -q
// RUN: gcc -g -fsanitize=address,undefined %t.d/first_test.c -o %t.d/test
// RUN: env ASAN_OPTIONS=detect_leaks=0 %t.d/test
#include <stddef.h>

struct shape {
  void *data;
  unsigned char type;
};
struct point {
  double *at;
  unsigned char type;
  int isFixed;
};
struct line {
  double **ends;
  unsigned char type;
};
struct group {
  struct shape **parts;
  unsigned char type;
  int count;
};

double first(const struct shape *shape) {
  switch (shape->type) {
  case 3: {
    const struct point *point = (const struct point *)shape;
    if (point->isFixed == 17 && point->at[1] > 2.5)
      return point->at[0] > 1 ? 1 : 2;
    return 0;
  }
  case 5:
    return ((struct line *)shape)->ends[1][0] > 4 ? 3 : 4;
  case 7: {
    const struct group *group = (struct group *)shape;
    if (group->count > 0 && group->parts[0]->type == 3)
      return 5;
    return 6;
  }
  default:
    return 7;
  }
}

/* Behind a member of another one. */
int inside(const struct group *group) {
  if (group->count < 1)
    return -1;
  const struct shape *part = group->parts[0];
  if (part->type == 5 && ((const struct line *)part)->ends[0][1] == 8)
    return 1;
  return part->type == 3 && ((const struct point *)part)->isFixed ? 2 : 0;
}

/* An array of the struct has elements of its size. */
struct cell {
  int *next;
  int kind;
};
struct wide {
  int *next;
  int kind, width;
};

int sum(const struct cell *cells, int count) {
  int result = 0;
  for (int i = 0; i < count; ++i)
    result += cells[i].kind;
  if (count > 0 && cells[0].kind == 9)
    return ((const struct wide *)cells)->kind;
  return result == 12 ? 1 : 0;
}

/* Two structs that both begin with what is declared, neither with the other. */
struct edge {
  int top, bottom;
  struct edge *next;
};
struct event {
  int type, y;
};
struct start {
  int type, y;
  struct edge edge;
};
struct stop {
  int type, y;
  struct edge *edges[2];
};

int swept(struct event *event) {
  if (event->type == 0)
    return ((struct start *)event)->edge.top > 77 ? 1 : 2;
  if (event->type == 1)
    return ((struct stop *)event)->edges[1]->bottom == 5 ? 3 : 4;
  return 5;
}

/* Structs in a union, two pointers away: what they begin with is no choice. */
struct common {
  int type;
  struct edge *clip;
};
union image {
  int type;
  struct common common;
  struct {
    struct common common;
    int width, stride;
    unsigned *bits;
  } bits;
  struct {
    struct common common;
    double *stops;
  } gradient;
};
struct iterator {
  union image *image;
};

int drawn(const struct iterator *at) {
  const union image *image = at->image;
  if (image->common.clip)
    return image->common.clip->top == 65536 ? 1 : 2;
  if (image->type == 3)
    return image->gradient.stops[0] > 4 ? 3 : 4;
  return image->bits.bits[0] == 77 ? 5 : image->bits.stride == 12 ? 6 : 7;
}

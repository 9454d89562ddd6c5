// Structs and unions are their members, by value and by pointer, and what the
// code does not read is no input.
//
// RUN: %inputs --inputs 'p.x: double; p.y: double; p.kind: int' --some 'v["p.x"] == 3 and v["p.y"] == 4 and v["p.kind"] == 7' -- %s --entry byValue | FileCheck %s --check-prefix VALUE
// VALUE: p.x = 3 (0x1.8p+1), p.y = 4 (0x1p+2), p.kind = 7
// RUN: %inputs --inputs 'p->x: double; p->y: double; p->kind: int' --some 'v["p->x"] == -v["p->y"] and v["p->kind"] == 9' -- %s --entry byPointer
// RUN: %inputs --inputs 'box.low.x: double; box.low.y: double; box.low.kind: int; box.sizes[2]: float; box.tag: char' --some 'v["box.sizes[2]"] == 2.5 and v["box.low.kind"] == 5 and v["box.tag"] == 120' -- %s --entry nested
// RUN: %inputs --inputs 'f.sign: unsigned int; f.exponent: int; f.rest: unsigned long' --some 'v["f.sign"] == 1 and v["f.exponent"] == -5 and v["f.rest"] == 2**41 - 3' --every 'v["f.sign"] in (0, 1) and -1024 <= v["f.exponent"] < 1024' -- %s --entry bits
// RUN: %inputs --inputs 'f->sign: unsigned int; f->exponent: int; f->rest: unsigned long' --some 'v["f->exponent"] == -1024' -- %s --entry bitsBehind
// RUN: %inputs --inputs 'w.d: double' --some 'v["w.d"] == 2' -- %s --entry word
// RUN: %inputs --inputs 'w->d: double' --some 'v["w->d"] < 0' -- %s --entry wordBehind
// RUN: %inputs --inputs 'p.tag: char; p.value: double; p.n: short' --some 'v["p.tag"] == 33 and v["p.value"] == 0.1 and v["p.n"] == -2' -- %s --entry packed
// RUN: %inputs --inputs 'a.kind: int; a.whole: long; a.y: float' --some 'v["a.kind"] == 3 and v["a.y"] == 8 and v["a.whole"] == 11' -- %s --entry anonymous
//
// Pointers in structs, to arrays and to the struct's own type.
// RUN: %inputs --some 'v["m->data[3]"] == 17' -- %s --entry members --array 'm->data=4'
// RUN: %inputs --inputs 'list->value: int; list->next->value: int; list->next->next: struct list *; list->next: struct list *' --some 'v["list->value"] == 5 and v["list->next->value"] == 6' -- %s --entry recursive
//
// A flexible array has elements.
// RUN: %inputs --some 'v["tail->count"] == 3 and v["tail->values[2]"] == 6.5' -- %s --entry flexible
//
// What is not read costs no dimension, and the search none more for it.
// RUN: %inputs --inputs 'x: double; root: double *' -- %s --entry outOnly | FileCheck %s --check-prefix OUT
// OUT: outOnly: 2 of 2 branches covered
// RUN: %inputs --inputs 'big->used: double' --some 'v["big->used"] == 12.5' -- %s --entry unread
// RUN: %inputs --inputs 'x: double; big: const struct big *' -- %s --entry neverLooks
// RUN: %exits 0 %coverme run %s --entry outOnly --input 2.25 | FileCheck %s --check-prefix WROTE
// WROTE: outOnly(x = 2.25 (0x1.2p+1))
// WROTE-NEXT: -> 1, *root = 1.5 (0x1.8p+0), p->x = 2.25 (0x1.2p+1), p->y = 0 (0x0p+0), p->kind = 1
//
// What is of a type that is not supported stays zero, and is said to.
// RUN: %inputs --inputs 'lanes->kind: int' --exit 1 --uncovered 1 -- %s --entry withWholes --prove off | FileCheck %s --check-prefix WHOLES
// WHOLES: withWholes: 3 of 4 branches covered
//
// Vectors of GNU C have elements.
// RUN: %exits 0 %coverme %s --all --match 'Vector$' | FileCheck %s --check-prefix VECTORS
// VECTORS: 7 functions run; 22 of 22 branches covered, {{.*}}; 0 findings
#include <math.h>

struct point {
  double x, y;
  int kind;
};

int byValue(struct point p) {
  if (p.x * p.x + p.y * p.y == 25 && p.x == 3)
    return p.y > 0 && p.kind == 7 ? 1 : 2;
  return 0;
}

int byPointer(struct point *p) {
  if (p->x == -p->y && p->x != 0)
    if (p->kind == 9) {
      p->kind = 10;
      return 1;
    }
  return 0;
}

struct box {
  struct point low;
  float sizes[3];
  char tag;
};

int nested(struct box box) {
  if (box.sizes[2] == 2.5f && box.low.kind == 5 && box.tag == 'x')
    return 1;
  return box.low.x > box.low.y ? 2 : 0;
}

struct fields {
  unsigned sign : 1;
  int exponent : 11;
  unsigned long rest : 41;
};

int bits(struct fields f) {
  if (f.sign && f.exponent == -5 && f.rest == (1ul << 41) - 3)
    return 1;
  return 0;
}

int bitsBehind(const struct fields *f) {
  if (f->exponent == -1024)
    return 1;
  return 0;
}

union word {
  double d;
  unsigned u[2];
  char c;
};

int word(union word w) {
  if (w.u[0] == 0 && w.u[1] == 0x40000000)
    return 1;
  return 0;
}

int wordBehind(union word *w) {
  if (w->u[1] >> 31 && w->d < 0)
    return 1;
  return 0;
}

struct __attribute__((packed)) packet {
  char tag;
  double value;
  short n;
};

int packed(struct packet p) {
  if (p.tag == '!' && p.value == 0.1 && p.n == -2)
    return 1;
  return 0;
}

struct variant {
  int kind;
  union {
    long whole;
    int half;
  };
  struct {
    float x, y;
  };
};

int anonymous(struct variant a) {
  if (a.kind == 3 && a.y == 8 && a.whole == 11)
    return 1;
  return 0;
}

struct matrix {
  int rows;
  double *data;
};

int members(const struct matrix *m) {
  if (m->rows <= 3)
    return 0;
  if (m->data[3] == 17)
    return 1;
  return 2;
}

struct list {
  int value;
  struct list *next;
};

int recursive(const struct list *list) {
  if (list->value == 5)
    if (list->next->value == 6)
      return list->next->next == 0;
  return 0;
}

struct tail {
  int count;
  double values[];
};

int flexible(const struct tail *tail) {
  if (tail->count == 3 && tail->values[2] == 6.5)
    return 1;
  return 0;
}

int outOnly(double x, double *root, struct point *p) {
  p->x = x;
  p->y = 0;
  p->kind = 1;
  *root = 0;
  if (x > 0)
    *root = sqrt(x);
  return *root > 1;
}

struct big {
  double before[40];
  double used;
  int after[30];
};

int unread(struct big *big) {
  if (big->used == 12.5)
    return 1;
  return 0;
}

int neverLooks(double x, const struct big *big) {
  if (x == 77.25)
    return big != 0;
  return 0;
}

// A pointer that another one of the struct is compared with, or subtracted from,
// ends what that leads to.
// RUN: %inputs --some 'result == 1' --some 'result == 2' --some 'result == 3' --findings 0 -- %s --entry reads
// RUN: %inputs --some 'result == 2' --some 'result == 0' --findings 0 -- %s --entry left
// One between the two ends there, or begins there.
// RUN: %inputs --some 'result == 1' --some 'result == 2' --some 'result == 3' --findings 0 -- %s --entry moves
struct reader {
  int bits;
  const double *at, *end;
};

int reads(struct reader *r) {
  const double *at = r->at;
  double sum = 0;
  if (at >= r->end)
    return 1;
  while (at < r->end)
    sum += *at++;
  r->at = at;
  return sum == 17.5 ? 2 : 3;
}

struct window {
  double *first, *at, *end;
};

int moves(struct window *w) {
  if (w->at > w->first)
    return 1;
  return w->end - w->at > 2 ? 2 : 3;
}

long left(const struct reader *r) {
  const long n = r->end - r->at;
  if (n > 2)
    return r->at[2] == 5 ? 2 : 3;
  return 0;
}

typedef float floats __attribute__((vector_size(16)));

struct lanes {
  int kind;
  floats values;
};

struct wholes {
  int kind;
  _Complex int value;
};

int withWholes(const struct wholes *lanes) {
  if (lanes->kind == 5)
    return 1;
  return __real__ lanes->value == 3 ? 2 : 0;
}

int inVector(const struct lanes *lanes) {
  if (lanes->kind == 5)
    return 1;
  return lanes->values[1] == 3 ? 2 : 0;
}

int beyondVector(struct lanes lanes) {
  if (lanes.values[3] == 3 && lanes.kind == 5)
    return 1;
  return 0;
}

int passedVector(floats a, int n) {
  if (a[2] == 3 && n == 5)
    return 1;
  return 0;
}

int drawsVector(floats (*next)(floats), float x) {
  floats a = {x, 1, 2, 3};
  return next(a)[1] == 3 ? 2 : 0;
}

struct __attribute__((packed)) packed {
  int kind;
  floats values;
};

int packedVector(struct packed packed) {
  return packed.values[3] == 3 ? 2 : 0;
}

int besideVector(floats *v, float *a) {
  a[4] = 0;
  *v = (floats){1, 2, 3, 4};
  return a[4] == a[1] ? 1 : 2;
}

int rowVector(const floats *row, int n) {
  for (int i = 0; i < n; ++i)
    if (row[i][2] == 3)
      return i;
  return -1;
}

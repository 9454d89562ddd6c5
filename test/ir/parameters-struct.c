// Ensures that structs and unions are told by their members, with type and
// place, however they are nested, and each once.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

struct point { double x, y; };
typedef struct { struct point corner[2]; int tags[2][3]; } box;
struct bits {
  unsigned low : 3, : 2, high : 5;
  signed sign : 1;
  _Bool flag : 1;
  int far : 20;
  long wide : 40;
};
union number { int i; double d; struct point p; };
struct nameless {
  char kind;
  union { int i; float f; };
  struct { short s, t; };
};
struct __attribute__((packed)) packed { char c; double d; };
struct __attribute__((packed)) outer { char c; struct point p; int *q[2]; };
struct __attribute__((packed)) longTail { double d; char c; };
struct ofPacked { char c; struct packed p; double _Complex z; };
struct aligned { char c; double d; };
struct node { double value; struct node *next; struct list *owner; };
struct list { struct node *first; const struct node *last; };
struct flexible { int count; double values[]; };
struct empty {};
struct functions { int (*call)(double); void *data; const char *name; };
enum colour { RED, BLUE = 5 };
typedef float vector __attribute__((vector_size(16)));
struct others {
  enum colour c;
  long double l;
  double _Complex z;
  _Float16 h;
  vector v;
  volatile int state;
};

void f(struct point a, box *b, struct bits c, union number d,
       const struct nameless *e, struct packed p, struct aligned q,
       struct node *n, struct flexible *x, struct empty *y,
       struct functions *z, struct others o, struct point *again,
       struct outer *outer, struct longTail *tail, struct ofPacked *of) {}
// CHECK-LABEL: function 0 f {{.*}} harness{{$}}
// CHECK: parameter a: struct point struct
// CHECK-NEXT: parameter b: box * struct pointer
// CHECK-NEXT: parameter c: struct bits struct
// CHECK-NEXT: parameter d: union number union
// CHECK-NEXT: parameter e: const struct nameless * struct pointer const

// CHECK: {{^}}struct point size=16 flags=none
// CHECK-NEXT: member x: double floating64 at=0
// CHECK-NEXT: member y: double floating64 at=8

// CHECK: {{^}}struct <anonymous> size=56 flags=none
// CHECK-NEXT: member corner: struct point [2] struct[2] at=0
// CHECK-NEXT: member tags: int [2][3] signed32[3][2] at=32

// CHECK: {{^}}struct bits size=16 flags=none
// CHECK-NEXT: member low: unsigned int unsigned32 at=0 bits=0+3
// CHECK-NEXT: member high: unsigned int unsigned32 at=0 bits=5+5
// CHECK-NEXT: member sign: int signed32 at=1 bits=2+1
// CHECK-NEXT: member flag: _Bool bool8 at=1 bits=3+1
// CHECK-NEXT: member far: int signed32 at=1 bits=4+20
// CHECK-NEXT: member wide: long signed64 at=8 bits=0+40

// CHECK: {{^}}union number size=16 flags=none
// CHECK-NEXT: member i: int signed32 at=0
// CHECK-NEXT: member d: double floating64 at=0
// CHECK-NEXT: member p: struct point struct at=0

// CHECK: {{^}}struct nameless size=12 flags=none
// CHECK-NEXT: member kind: char signed8 at=0
// CHECK-NEXT: member : union <anonymous> union at=4
// CHECK-NEXT: member : struct <anonymous> struct at=8
// CHECK-NEXT: {{^}}union <anonymous> size=4 flags=none
// CHECK-NEXT: member i: int signed32 at=0
// CHECK-NEXT: member f: float floating32 at=0
// CHECK-NEXT: {{^}}struct <anonymous> size=4 flags=none
// CHECK-NEXT: member s: short signed16 at=0
// CHECK-NEXT: member t: short signed16 at=2

// CHECK: {{^}}struct packed size=9 flags=packed
// CHECK-NEXT: member c: char signed8 at=0
// CHECK-NEXT: member d: double floating64 at=1

// CHECK: {{^}}struct aligned size=16 flags=none

// CHECK: {{^}}struct node size=24 flags=none
// CHECK-NEXT: member value: double floating64 at=0
// CHECK-NEXT: member next: struct node * struct pointer at=8
// CHECK-NEXT: member owner: struct list * struct pointer at=16
// CHECK: {{^}}struct list size=16 flags=none
// CHECK-NEXT: member first: struct node * struct pointer at=0
// CHECK-NEXT: member last: const struct node * struct pointer const at=8

// CHECK: {{^}}struct flexible size=8 flags=none
// CHECK-NEXT: member count: int signed32 at=0
// CHECK-NEXT: member values: double [] floating64[] at=8

// CHECK: {{^}}struct empty size=0 flags=none

// CHECK: {{^}}struct functions size=24 flags=none
// CHECK-NEXT: member call: int (*)(double) function pointer at=0
// CHECK-NEXT: member data: void * void pointer at=8
// CHECK-NEXT: member name: const char * signed8 pointer const at=16

// CHECK: {{^}}struct others size=96 flags=none
// CHECK-NEXT: member c: enum colour unsigned32 at=0
// CHECK-NEXT: member l: long double floating80 at=16
// CHECK-NEXT: member z: double _Complex complex floating64 at=32
// CHECK-NEXT: member h: _Float16 floating16 at=48
// CHECK-NEXT: member v: float __attribute__((vector_size(16))) floating32[4] vector at=64
// CHECK-NEXT: member state: int signed32 at=80
// CHECK-NOT: struct point size

// CHECK: {{^}}struct outer size=33 flags=packed
// CHECK: {{^}}struct longTail size=9 flags=packed
// CHECK: {{^}}struct ofPacked size=32 flags=none

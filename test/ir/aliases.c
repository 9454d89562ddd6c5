// Ensures that the tables tell what could show that pointers lead to the same
// object, or to a variable: what is read, written and compared, at whatever
// time, and which variables a caller may have the address of.
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o --aliases | FileCheck %s

int open, counted, table[4];
const int fixed = 3;
static int inner, given, stored, passed, within, *slot;
static _Thread_local int own;

int *give(int n) {
  if (n > 3)
    return 0;
  return &given;
}
void fill(int **to) { *to = &stored; }
void take(int *p);
static void helper(int *p) { *p = inner; }

// CHECK: function give given=loads,stores,compares{{$}}
// CHECK: function fill to=stores{{.*}} stored=loads,stores,compares{{$}}

// CHECK: function simple p=stores q=loads r=none inner=loads open=stores{{$}}
int simple(int *p, const int *q, int *r) {
  *p = *q;
  open = inner;
  return r == 0;
}

// CHECK: function compared p=compares q=compares r=restrict{{$}}
int compared(int *p, int *q, int *restrict r) { return p == q; }

// CHECK: function afar p=loads,afar q=stores,afar table=loads{{$}}
void afar(int *p, int *q, int n) { q[n] = p[n] + table[n]; }

// CHECK: function through p=stores inner=loads,stores,compares{{$}}
void through(int *p) {
  helper(p);
  helper(&inner);
}

// CHECK: function unknown p=loads,stores,compares,afar passed=loads,stores,compares within=loads,stores,compares slot=loads,stores{{$}}
int unknown(int *p) {
  take(p);
  take(&passed);
  slot = &within;
  return *slot + fixed + own++;
}

// CHECK: function copies p=stores q=loads open=loads counted=loads,stores{{$}}
void copies(int *p, int *q) {
  __builtin_memcpy(p, &open, sizeof *p);
  counted += *q;
}

// CHECK-NOT: given {{inner|fixed|own}}
// CHECK-DAG: given open
// CHECK-DAG: given counted
// CHECK-DAG: given table
// CHECK-DAG: given given
// CHECK-DAG: given stored
// CHECK-DAG: given passed

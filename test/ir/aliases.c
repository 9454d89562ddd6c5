// Ensures that the tables tell what could show that pointers lead to the same
// object, or to a variable: what is read, written and compared, at whatever
// time, which pointers are compared with null, and which variables a caller may
// have the address of.
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

// CHECK: function simple p=stores q=loads r=compares-null inner=loads open=stores{{$}}
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

// CHECK: function unknown p=loads,stores,compares,afar passed=loads,stores,compares within=loads,stores,compares slot=loads,stores own=loads,stores take=calls{{$}}
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

struct list {
  int value;
  struct list *next, *sides[2];
};

// CHECK: function walks list=loads,compares-null list:32+8=compares-null{{$}}
int walks(struct list *list) {
  int length = 0;
  for (; list; list = list->next)
    ++length;
  return length;
}

// The pointer moves on, before it is compared or afterwards.
// CHECK: function advances p=loads,afar,compares-null q=loads,afar,compares-null{{$}}
int advances(const int *p, const int *q, int n) {
  int sum = 0;
  if (!p)
    return -1;
  for (; n > 0; --n) {
    sum += *p++;
    if (q)
      sum += *q, q += n;
  }
  return sum;
}

// Not what lies at the address that is compared, nor behind it.
// CHECK: function beside list=loads list:32+16=compares-null{{$}}
int beside(struct list *list) {
  return list->sides[1] && list->next->value;
}

// CHECK: function calls list=loads,compares-null other=loads :0+0=compares-null list:32+8=compares-null{{$}}
int calls(struct list *list, struct list **other) {
  return walks(list) + (other[1] == 0) + walks(&(*other)[1]);
}

// CHECK-NOT: given {{inner|fixed|own}}
// CHECK-DAG: given open
// CHECK-DAG: given counted
// CHECK-DAG: given table
// CHECK-DAG: given given
// CHECK-DAG: given stored
// CHECK-DAG: given passed

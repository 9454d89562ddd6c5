// What the code compares with null may be null, as one of the places that a
// pointer leads to.
//
// RUN: %inputs --inputs '*p: double; p: const double *' --some 'v["p"] == 1' --some 'v["p"] != 1 and v["*p"] == 6.5' -- %s --entry checks | FileCheck %s
// CHECK: p = NULL  ->  1
// RUN: %inputs --some 'v["a"] == 1 and v["b"] != 1' --some 'v["b"] == 1 and v["a"] != 1' -- %s --entry two
//
// So may members of objects, by what callees do, and functions.
// RUN: %inputs --some 'v["list"] != 1 and v["list->next"] == 1' --some 'v["list->next"] != 1 and v["list->next->value"] == 6' -- %s --entry length
// RUN: %inputs --inputs 'list->next->value: int; n: int; list->next->next: struct list *; list->next: struct list *' -- %s --entry callee
//
// No others are: what is compared in another function only, or not as such.
// RUN: %inputs --inputs '*p: double' -- %s --entry trusts
// RUN: %inputs --inputs 'list->value: int; list->next->value: int' -- %s --entry follows
// Nor is a member of another struct that has the same place in as many bytes.
// RUN: %inputs --findings 1 --every '"h->buckets" not in v' -- %s --entry looks_up | FileCheck %s --check-prefix BUCKETS --implicit-check-not SIGSEGV
// BUCKETS: looks_up: 8 of 8 branches covered
// All elements of an array may be null, each of them.
// RUN: %inputs --some 'v["a->elements[1]"] == 1' --some 'v["a->elements[1]"] != 1 and v["*a->elements[1]"] > 2' -- %s --entry second
//
// What the code makes null itself, and compares for that, speaks of no parameter.
// RUN: %inputs --every '"r" not in v' --exit 1 --uncovered 1 -- %s --entry best --prove off | FileCheck %s --check-prefix BEST --implicit-check-not SIGSEGV
// BEST: best: 5 of 6 branches covered
//
// A call with null is shown again by its place; --distinct has no part in it.
// RUN: %coverme run %s --entry checks --input 0 --input NULL | FileCheck %s --check-prefix AGAIN
// AGAIN: checks(p = NULL)
// RUN: %inputs --some 'v["p"] == 1' -- %s --entry checks --distinct
//
// What is behind a null pointer after the call is nothing that a call leaves.
// RUN: %coverme run %s --entry writes --input 6 --input NULL | FileCheck %s --check-prefix LEFT-OUT --match-full-lines
// LEFT-OUT: writes(x = 6, to = NULL)
// LEFT-OUT-NEXT:   ->  6
// RUN: %coverme run %s --entry writes --input 6 --input 'its own object' | FileCheck %s --check-prefix LEFT
// LEFT: ->  6, *to = 7
//
// With --null, all pointers are null in some calls, and only then.
//
// RUN: %inputs --inputs 'p == NULL: _Bool; *p: double' --some 'v["p == NULL"] == 1' --some 'v["p == NULL"] == 0 and v["*p"] == 6.5' -- %s --entry checks --null | FileCheck %s --check-prefix NULL
// NULL: p == NULL = 1
//
// RUN: %inputs --some 'v["a == NULL"] and not v["b == NULL"]' --some 'v["b == NULL"] and not v["a == NULL"]' -- %s --entry two --null
// RUN: %inputs --some 'not v["list == NULL"] and v["list->next == NULL"]' --some 'not v["list->next == NULL"] and v["list->next->value"] == 6' -- %s --entry length --null
//
// Code that does not look falls; not without the option.
// RUN: %inputs --findings 1 -- %s --entry trusts --null | FileCheck %s --check-prefix FALLS
// FALLS: signal: raises SIGSEGV at inputs-null.c:[[#@LINE+61]] with p == NULL = 1,
// RUN: %inputs -- %s --entry trusts
//
// They have their turn where most calls crash, too.
// RUN: %inputs --findings 1 --some 'v["p"] == 1' -- %s --entry crashes
//
// The pointer moves on in a loop.
// RUN: %inputs --inputs 'p[0]: double; p[1]: double; n: int; p: const double *' --some 'v["p"] == 1' -- %s --entry sum --range n=0:2 --array p=2
//
// There are more pointers than inputs: one says for all others where they lead.
// RUN: %inputs --some 'v["other pointers"] == 1' -- %s --entry isFull
//
// An object of which only the name of the type is known is zeros.
// RUN: %inputs --inputs 'x: int; file: struct file *' --some 'v["file"] == 1' -- %s --entry opaque

int checks(const double *p) {
  if (!p)
    return 1;
  if (*p == 6.5)
    return 2;
  return 0;
}

int writes(int x, int *to) {
  if (to)
    *to = x + 1;
  return x;
}

int two(const int *a, const int *b) {
  if (!a)
    return b ? 1 : 2;
  if (!b)
    return *a > 5;
  return *a == *b;
}

struct list {
  int value;
  struct list *next;
};

int length(const struct list *list) {
  if (!list)
    return 0;
  if (!list->next)
    return 1;
  return list->next->value == 6 ? 2 : 3;
}

int callee(const struct list *list, int n) {
  if (n > 3)
    return length(list->next);
  return 0;
}

int follows(const struct list *list) {
  return list->value > 3 && list->next->value > 4;
}

int trusts(const double *p) {
  if (*p > 4)
    return 1;
  return 0;
}

struct file;
int opaque(struct file *file, int x) {
  if (x == 31)
    return 1;
  return file ? 2 : 0;
}

static char room[16];
void *memset(void *, int, unsigned long);

int crashes(const int *p, int m, int n, const char *text) {
  if (p == 0)
    return -1;
  memset(room, 0, n & 0x40000000);
  return m + p[0] + text[3];
}

int sum(const double *p, int n) {
  double all = 0;
  if (!p)
    return -1;
  while (n-- > 0)
    all += *p++;
  return all > 10;
}

struct packet {
  void *data;
  int time;
};
struct buffer {
  struct packet packets[200];
};

int isFull(const struct buffer *b) {
  int i = 0;
  while (i < 200 && b->packets[i].data)
    ++i;
  return i == 200;
}

struct entry {
  unsigned key;
  int value;
  struct entry *next;
};
struct hash {
  unsigned count;
  struct entry **buckets; // as far from the begin as entry::next
};

int looks_up(const struct hash *h, unsigned key) {
  if (h->count == 0)
    return -1;
  const struct entry *e = h->buckets[key % h->count];
  for (; e; e = e->next)
    if (e->key == key)
      return e->value == 5 ? 2 : 1;
  return 0;
}

double best(const double *r, double x) {
  const double *found = 0;
  double d = r[0] - r[1];
  if (x > 1)
    found = r;
  if (x > x * x + 3)
    found = r + 1;
  return found ? found[0] * d : 0;
}

struct three {
  int *elements[3];
};

int second(const struct three *a) {
  if (!a->elements[1])
    return 1;
  if (*a->elements[1] > 2)
    return 2;
  return 0;
}

// Pointers that a caller may have lead to the same object, to a part of another
// one, or to a variable of the file: branches that only such calls take. The
// replay under gcov takes them, too, `coverme run` shows them again.
// RUN: %inputs --inputs 'r: int *' --some 'r == 1' -- %s --entry member | FileCheck %s --check-prefix MEMBER
// RUN: %inputs --inputs 'p: int *' -- %s --entry variable | FileCheck %s --check-prefix VARIABLE
// RUN: %inputs -- %s --entry given | FileCheck %s --check-prefix GIVEN
// RUN: %inputs -- %s --entry part | FileCheck %s --check-prefix PART
// RUN: %inputs -- %s --entry same | FileCheck %s --check-prefix SAME
// RUN: %inputs -- %s --entry three | FileCheck %s --check-prefix THREE
// RUN: %inputs -- %s --entry bytes | FileCheck %s --check-prefix BYTES
// RUN: %inputs -- %s --entry in_place | FileCheck %s --check-prefix PLACE
// RUN: %inputs -- %s --entry overlapping --array p=4 --array q=2 | FileCheck %s --check-prefix OVERLAP
// RUN: %inputs -- %s --entry counted | FileCheck %s --check-prefix COUNTED
// RUN: %inputs -- %s --entry element | FileCheck %s --check-prefix ELEMENT
// RUN: %inputs -- %s --entry self | FileCheck %s --check-prefix SELF
// RUN: %inputs -- %s --entry other | FileCheck %s --check-prefix OTHER
// RUN: %inputs -- %s --entry searched --prove off | FileCheck %s --check-prefix SEARCHED
// RUN: %inputs -- %s --entry lacking | FileCheck %s --check-prefix LACKING
// RUN: %inputs -- %s --entry same --null
//
// The end of a range.
// RUN: %inputs -- %s --entry sum | FileCheck %s --check-prefix SUM
// RUN: %inputs -- %s --entry least --prove off | FileCheck %s --check-prefix LEAST
// RUN: %inputs -- %s --entry merge | FileCheck %s --check-prefix MERGE
//
// Where a pointer of the file's leads.
// RUN: %inputs -- %s --entry known | FileCheck %s --check-prefix KNOWN
//
// No numbers are written over an object's pointers, which these would forge.
// RUN: %inputs --exit 0 -- %s --entry centre | FileCheck %s --check-prefix CENTRE --implicit-check-not=signal
// CENTRE: centre: 2 of 2 branches covered
//
// Not with --distinct, and not where C forbids it or nothing could tell.
// RUN: %inputs --inputs '' --exit 1 --uncovered 1 -- %s --entry member --distinct --prove off
// RUN: %inputs --inputs '' --exit 1 --uncovered 1 -- %s --entry variable --distinct --prove off
// RUN: %inputs --inputs '' --exit 1 --uncovered 1 -- %s --entry promised --prove off
// RUN: %inputs --inputs '*p: int; *q: int' -- %s --entry reads
// RUN: %inputs --inputs '*p: int; *q: float' -- %s --entry types
// RUN: %inputs --inputs '*p: int' -- %s --entry hidden
//
// By name, and by number. An object that is too small is refused.
// RUN: %exits 0 %coverme run %s --entry member --input '&a->x' | FileCheck %s --check-prefix NAMED
// RUN: %exits 0 %coverme run %s --entry member --input 1 | FileCheck %s --check-prefix NAMED
// RUN: %exits 0 %coverme run %s --entry member | FileCheck %s --check-prefix OWN
// NAMED: r = &a->x
// NAMED: ->  1
// OWN: ->  0
// RUN: %refuses 2 "coverme: error: 'a' is no value of 'r', which may be 'its own object', '&a->x'" %coverme run %s --entry member --input a
//
// JSON names the places; so does explain.
// RUN: %exits 0 %coverme %s --entry member --json %t.json -q
// RUN: FileCheck %s --check-prefix JSON < %t.json
// JSON: "inputs":
// JSON: "name": "r"
// JSON: "values": [
// JSON: "its own object"
// JSON: "&a->x"
// RUN: %exits 0 %coverme explain %t.json 75:true | FileCheck %s --check-prefix EXPLAIN
// EXPLAIN: r = &a->x
//
// A finding says so, and has no more of it than it takes.
// RUN: %inputs --findings 1 -- %s --entry crashes --prove off | FileCheck %s --check-prefix CRASH
// CRASH: finding
// CRASH: q = p

struct P {
  int x;
  struct P *q;
};

// MEMBER: r = &a->x  ->  1
int member(struct P *a, int *r) {
  *r = 0;
  a->x = 5;
  if (*r == 5)
    return 1;
  return 0;
}

int g;
// VARIABLE: p = &g  ->  1
int variable(int *p) {
  *p = 0;
  g = 5;
  if (*p == 5)
    return 1;
  return 0;
}

static int s;
int *give(void) { return &s; }
// GIVEN: p = &s  ->  1
int given(int *p) {
  s = 5;
  *p = 0;
  if (s == 0)
    return 1;
  return 0;
}

struct {
  double d;
  struct P p[2];
} object;
// PART: p = &object.p[1].x  ->  2
int part(int *p) {
  int result = 0;
  *p = 0;
  object.p[0].x = 1;
  if (*p == 1)
    result = 1;
  object.p[1].x = 2;
  if (*p == 2)
    result = 2;
  return result;
}

// SAME: q = p
int same(const double *p, const double *q) {
  if (p == q)
    return 1;
  return 0;
}

// THREE: q = p, r = {{[pq]}}
int three(int *p, int *q, int *r) {
  if (p == q)
    if (q == r)
      return 1;
  return 0;
}

// BYTES: to = n  ->  1
int bytes(char *to, unsigned *n) {
  *n = 0;
  to[1] = 1;
  if (*n == 256)
    return 1;
  return 0;
}

// PLACE: b = a
int in_place(const double a[2], double b[2]) {
  double first = a[0];
  b[0] = a[1] + 1;
  b[1] = first;
  if (a[0] > first)
    return 1;
  return 0;
}

// OVERLAP: q = &p[1]
int overlapping(int *p, int *q) {
  for (int i = 0; i < 4; ++i)
    p[i] = 0;
  q[0] = 7;
  if (p[1] == 7)
    return 1;
  return 0;
}

// COUNTED: q = p
int counted(int n, double p[n], double q[n]) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    q[i] = 1;
    p[i] = 2;
    sum += q[i];
  }
  if (sum == 10)
    return 1;
  return 0;
}

// ELEMENT: sum = {{&?p}}
int element(int n, const double p[n], double *sum) {
  *sum = 1;
  for (int i = 0; i < n; ++i)
    *sum += p[i];
  if (n == 1 && *sum == 2 && p[0] == 2)
    return 1;
  return 0;
}

// SELF: a->q = a
int self(struct P *a) {
  if (a->q == a)
    return 1;
  return 0;
}

// OTHER: b = a->q
int other(struct P *a, struct P *b) {
  a->q->x = 1;
  b->x = 2;
  if (a->q->x == 2)
    return 1;
  return 0;
}

// SEARCHED: r = &a->x
int searched(struct P *a, int *r, int v, int w) {
  *r = 0;
  a->x = v ^ 0x5a5a5a;
  if (*r == w + 12345 && w > 1000000)
    return 1;
  return 0;
}

// LACKING: *q = {{.*}}q = p
int lacking(int *p, int *q) {
  if (*q != 77)
    return 0;
  *p = 3;
  if (*q == 3)
    return 1;
  return 2;
}

int promised(int *restrict p, int *restrict q) {
  *p = 0;
  *q = 1;
  if (*p == 1)
    return 1;
  return 0;
}

int reads(const int *p, const int *q) { return *p == *q ? 1 : 0; }

int types(int *p, float *q) {
  *q = *q + 1;
  *p = *p + 1;
  return *p > 1 && *q > 1 ? 1 : 0;
}

static int unseen;
int hidden(int *p) {
  unseen = *p;
  *p = 0;
  if (unseen > 1)
    return 1;
  return 0;
}

int crashes(int *p, int *q, int n) {
  *p = n;
  *q = 0;
  if (n == 3 && *p == 0)
    *(volatile int *)0 = 1;
  return 0;
}

// SUM: e = b + 4  ->  1
double sum(const double *b, const double *e) {
  double sum = 0;
  for (; b != e; ++b)
    sum += *b;
  if (sum > 100)
    return 1;
  return 0;
}

// LEAST: e = b{{( \+ 1)?}}  ->  -1
int least(const int *b, const int *e) {
  if (e - b < 2)
    return -1;
  if (b[0] > b[1])
    return 1;
  return 0;
}

// Of two ranges, each end is that of its own.
// MERGE: ae = a + 4, be = b + 4
int merge(const double *a, const double *ae, const double *b, const double *be,
          double *to) {
  int fromA = 0;
  while (a != ae && b != be)
    if (*a < *b) {
      *to++ = *a++;
      ++fromA;
    } else {
      *to++ = *b++;
    }
  while (a != ae)
    *to++ = *a++;
  while (b != be)
    *to++ = *b++;
  return fromA;
}

struct shape_calls {
  void (*centre)(const void *shape, double *x);
};

int centre(const void *shape, const struct shape_calls *calls) {
  double x = 0;
  calls->centre(shape, &x);
  return x > 3 ? 1 : 0;
}

static const char *integer = "%d", *number = "%lf";

// KNOWN-DAG: format = integer  ->  1
// KNOWN-DAG: format = number  ->  2
int known(const char *format) {
  return format == integer ? 1 : format == number ? 2 : 3;
}

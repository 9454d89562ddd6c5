// An object whose size neither the user nor a declaration says is as large as
// the code wants it: what goes beyond it enlarges it, and is no finding.
//
// A constant, which a loop reaches or a callee.
// RUN: %inputs --some 'sum(v.m) == 44.5' --every 'len(v.m) == 9' -- %s --entry constant
// RUN: %inputs --some 'v["m[8]"] == 3.5' -- %s --entry below
//
// A parameter, products, a stride.
// RUN: %inputs --some 'n >= 3 and sum(v.a[:n]) == 7.25' -- %s --entry counted
// RUN: %inputs --some 'n >= 2 and v.get("a[%d]" % (n * m - 1)) == 6' -- %s --entry product
// RUN: %inputs --some 'n >= 2 and v.get("a[%d]" % (2 * (n - 1))) == 4' -- %s --entry strided
//
// Behind other pointers, in members, structs, bytes.
// RUN: %inputs --some 'n >= 2' -- %s --entry nested
// RUN: %inputs --some 'v["m->rows"] >= 2' -- %s --entry member
// RUN: %inputs --some 'v["p[2].y"] == 6' -- %s --entry structs
// RUN: %inputs --every 'len(v.data) == 12' -- %s --entry bytes
//
// What is only written is no input. Without numbers there is a size, too.
// RUN: %inputs --inputs 'n: int' -- %s --entry written
// RUN: %inputs --inputs '' -- %s --entry filled | FileCheck %s --check-prefix NO-FINDING
// NO-FINDING-NOT: SIGSEGV
//
// Nor is an access so far off that nobody can tell what it was meant for.
// RUN: %exits 0 %coverme %s --entry last --fail-on-finding | FileCheck %s --check-prefix LAST
// LAST: last: 8 of 8 branches covered
// LAST-NOT: SIGSEGV
//
// One that the search alone comes upon.
// RUN: %inputs --some 'n == 12345 and v["a[11]"] == 5' -- %s --entry late
//
// One element more each time, as a loop ends at the first that does not fit.
// RUN: %inputs --some 'sum(v.p[:12]) == 84' -- %s --entry chain
//
// A member ends the array: zeros follow, and the value that ends it is no zero.
// RUN: %inputs --some 'v["v[1].code"] != 4' -- %s --entry path
//
// A number that no plain input has, and offsets that have to fit it.
// RUN: %inputs -- %s --entry runs
//
// A call that loops over what is behind its object tells how large that is to be.
// RUN: %inputs -- %s --entry loops
//
// There is an end to it, which is no finding either: the object was our guess.
// RUN: %exits 1 %coverme %s --entry endless --json %t.json > %t.txt
// RUN: FileCheck %s --check-prefix ENDLESS < %t.txt
// ENDLESS: 0 deemed infeasible, 1 open
// ENDLESS: note: a has {{[0-9]+}} elements, which is a guess; calls that meet a[{{[0-9]+}}] do not count (--array a=N)
// ENDLESS-NOT: SIGSEGV
// RUN: %check-suite %t.json
//
// Nothing is proved by such a size, and nothing covered by what lay behind it.
// RUN: %exits 1 %coverme %s --entry index --prove all | FileCheck %s --check-prefix OPEN
// OPEN: 0 proved infeasible
//
// Where address space is short, what lies beyond the page behind an object is not
// taken for it: here, the end of the stack.
// RUN: %exits 1 prlimit --as=20000000000 %coverme %s --entry deep | FileCheck %s --check-prefix DEEP
// DEEP-NOT: is a guess
// DEEP: stack-overflow: uses up its stack
//
// What the user or a declaration says holds, and the finding says what is
// missing.
// RUN: %exits 1 %coverme %s --entry declared --fail-on-finding | FileCheck %s --check-prefix DECLARED
// DECLARED: signal: raises SIGSEGV at inputs-sizes.c:{{[0-9]+}}, as p[3] is read and p has 3 elements (--array p=4)
// RUN: %exits 1 %coverme %s --entry strided --array a=3 --fail-on-finding | FileCheck %s --check-prefix SAID
// SAID: as a[4] is read and a has 3 elements (--array a=5)
// RUN: %exits 1 %coverme run %s --entry filled --array out=2 | FileCheck %s --check-prefix FILLED
// FILLED: as out[2] is written and out has 2 elements (--array out=3)
// A range that was given for the object as it was keeps it so.
// RUN: %exits 1 %coverme %s --entry counted --prove off --max-evals 5000 --range '*a=0:1' | FileCheck %s --check-prefix KEPT
// KEPT: note: a has 1 element, which is a guess

int loops(const volatile int *p, int n) {
  const int i = n & 1;
  for (int k = 0; k < 15000 && p[i + 2] + p[i + 3] + p[i + 4] + p[i + 5] == 0;
       ++k)
    ;
  return p[i + 4] == 3 ? 1 : 2;
}

int chain(const double *p) {
  for (int i = 0; i < 12; ++i)
    if (p[i] != 7)
      return 0;
  return 1;
}

int constant(const double *m) {
  double sum = 0;
  for (int i = 0; i < 9; ++i)
    sum += m[i];
  return sum == 44.5 ? 1 : 0;
}

static __attribute__((noinline)) double ninth(const double *m, int i) {
  return m[8 + i];
}

int below(const double *m) { return ninth(m, 0) == 3.5 ? 1 : 0; }

int counted(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return n > 2 && sum == 7.25 ? 1 : 0;
}

int product(const int *a, int n, int m) {
  if (m < 1)
    return 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i * m + j] != 6 && i == n - 1 && j == m - 1)
        return 0;
  return n > 1 ? 1 : 0;
}

int strided(const short *a, int n) {
  for (int i = 0; i < n; ++i)
    if (a[2 * i] == 4 && i > 0 && i == n - 1)
      return 1;
  return 0;
}

int nested(float **rows, int n) {
  for (int i = 0; i < n; ++i)
    if (rows[i][2] == 5 && i == 1)
      return 1;
  return 0;
}

struct matrix {
  int rows;
  double *data;
};

int member(const struct matrix *m) {
  double sum = 0;
  for (int i = 0; i < m->rows * 2; ++i)
    sum += m->data[i];
  return m->rows > 1 && sum > 100 ? 1 : 0;
}

struct point {
  double x, y;
};

int structs(const struct point *p) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += p[i].x;
  return sum == 3 && p[2].y == 6 ? 1 : 0;
}

int bytes(const void *data) {
  int sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += ((const unsigned char *)data)[i];
  return sum == 300 ? 1 : 0;
}

void written(double *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = i;
}

void filled(double *out) {
  for (int i = 0; i < 20; ++i)
    out[i] = i;
}

int late(const int *a, int n) {
  if (n != 12345)
    return 0;
  for (int i = 0; i < 12; ++i)
    if (a[i] == 5 && i == 11)
      return 2;
  return 1;
}

int endless(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return n == 100000 ? 1 : sum > 7;
}

int index(const char *a, unsigned i) {
  if (i < 50000)
    return 0;
  return a[i] == 3 ? 1 : 0;
}

int declared(const double p[3]) { return p[3] > 0 ? 1 : 0; }

static int descend(const double *a, int n) {
  volatile char big[4096];
  big[n & 7] = 1;
  return descend(a, n + 1) + big[1];
}

int deep(const double *a, int n) {
  if (n == 3)
    return descend(a, n);
  return a[9] > 2 ? 1 : 0;
}

int memcmp(const void *, const void *, unsigned long);

int last(const char *s, unsigned long n) {
  if (n >= 4 && memcmp(s, "abcd", 4) == 0)
    return 1;
  if (n > 0 && s[n - 1] == 'z')
    return 2;
  return 0;
}

struct vertex {
  int code;
  double x, y;
};

int path(const struct vertex *v) {
  double width = 0, height = 0;
  for (int i = 0; v[i].code != 4; ++i) {
    if (v[i].x > width)
      width = v[i].x;
    if (v[i].y < height)
      height = v[i].y;
  }
  return width > 3 && height < -2;
}

struct run {
  int x, alpha;
};

struct image {
  int x0, channels, depth, hasMask;
  const unsigned char *mask;
  const unsigned short *from;
};

int runs(const struct image *image, const struct run *run, int n,
         unsigned short *to) {
  const int stride = image->channels * (image->depth >> 3);
  int count = 0;
  for (int i = 0; i + 1 < n; ++i) {
    if (run[i].alpha < 0x8100)
      continue;
    for (int x = run[i].x; x < run[i + 1].x; ++x) {
      const int at = x - image->x0;
      const int alpha = image->hasMask ? image->mask[at] : image->from[at];
      for (int k = 0; k < image->channels; ++k)
        to[at * stride + k] = image->from[at * image->channels + k] * alpha;
      if (image->depth == 16 && image->channels == 3)
        ++count;
    }
  }
  return count > 1;
}

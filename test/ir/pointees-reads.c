// Ensures that the tables tell the bytes that may be read of what a parameter
// points to ahead of being written, in this function or in what it calls.
// RUN: %cc -O0 -g -c %s -o %t.0.o
// RUN: %tables %t.0.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.2.o
// RUN: %tables %t.2.o | FileCheck %s
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct record {
  int kind;
  double value;
  double table[3];
  int last[1];
};

// CHECK: function {{.*}} out{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=none{{$}}
void out(double x, double *p) { *p = x; }
// CHECK: function {{.*}} in_out{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=0-8{{$}}
void in_out(double x, double *p) { *p += x; }
// CHECK: function {{.*}} after_write{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=none{{$}}
int after_write(double x, double *p) {
  p[0] = x;
  p[1] = x - p[0];
  return p[1] > 0 ? p[0] > 1 : 2;
}
// CHECK: function {{.*}} after_some_write{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=0-8{{$}}
int after_some_write(double x, double *p) {
  if (x > 1)
    *p = x;
  return *p > 2;
}
// CHECK: function {{.*}} after_half{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=4-8{{$}}
int64_t after_half(void *p) {
  *(int *)p = 0;
  return *(int64_t *)p;
}
// CHECK: function {{.*}} sum_up{{ }}
// CHECK: parameter x: {{.*}} reads=any{{$}}
// CHECK: parameter sum: {{.*}} reach=8 reads=none{{$}}
void sum_up(const double *x, int n, double *sum) {
  *sum = 0;
  for (int i = 0; i < n; ++i)
    *sum += x[i];
}
// CHECK: function {{.*}} unused{{ }}
// CHECK: parameter p: double * {{[^=]*}} reads=none{{$}}
int unused(double *p) { return p == 0; }
// CHECK: function {{.*}} member{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=8-16{{$}}
int member(const struct record *p) { return p->value > 1; }
// CHECK: function {{.*}} members{{ }}
// CHECK: parameter p: {{.*}} reach=44 reads=0-4,32-40{{$}}
double members(struct record *p) {
  p->last[0] = 1;
  return p->kind > p->last[0] ? p->table[2] : 0;
}
// CHECK: function {{.*}} array_member{{ }}
// CHECK: parameter p: {{.*}} reach=40 reads=16-40{{$}}
double array_member(const struct record *p) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += p->table[i];
  return sum;
}
// An array of one element at the end may stand for more.
// CHECK: function {{.*}} tail{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
int tail(const struct record *p, int i) { return p->last[i]; }
// CHECK: function {{.*}} variable{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
double variable(const double *p, int i) { return p[i]; }
// CHECK: function {{.*}} fill{{ }}
// CHECK: parameter p: {{.*}} reads=none{{$}}
void fill(double *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = i;
}
// CHECK: function {{.*}} length{{ }}
// CHECK: parameter s: {{.*}} reads=any{{$}}
int length(const char *s) {
  int n = 0;
  while (*s++)
    ++n;
  return n;
}
// CHECK: function {{.*}} first{{ }}
// CHECK: parameter s: {{.*}} reach=1 reads=0-1{{$}}
int first(const char *s) { return s && *s == 'a'; }
// CHECK: function {{.*}} local_pointer{{ }}
// CHECK: parameter p: {{.*}} reach=32 reads=24-32{{$}}
double local_pointer(double *p) {
  double *q = p + 2;
  *q = 1;
  return q[1];
}
// It is not known that the store is to the parameter's.
// CHECK: function {{.*}} replaced{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=0-8{{$}}
double replaced(double *p, int which) {
  double local;
  if (which)
    p = &local;
  *p = 1;
  return *p;
}
// CHECK: function {{.*}} copy_in{{ }}
// CHECK: parameter p: {{.*}} reach=24 reads=0-24{{$}}
double copy_in(const double *p) {
  double copy[3];
  memcpy(copy, p, sizeof copy);
  return copy[1];
}
// CHECK: function {{.*}} copy_out{{ }}
// CHECK: parameter p: {{.*}} reach=48 reads=none{{$}}
double copy_out(struct record *p) {
  static const struct record initial = {1, 2, {3, 4, 5}, {6}};
  *p = initial;
  return p->value + p->table[1];
}
// CHECK: function {{.*}} clear{{ }}
// CHECK: parameter p: {{.*}} reach=48 reads=none{{$}}
double clear(struct record *p) {
  memset(p, 0, sizeof *p);
  return p->value;
}
// CHECK: function {{.*}} device{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
void device(volatile int *p) { *p = 1; }

// --- calls ------------------------------------------------------------------

// CHECK: function {{.*}} calls_reader{{ }}
// CHECK: parameter p: {{.*}} reach=24 reads=16-24{{$}}
__attribute__((noinline)) static double reader(const double *p) {
  return p[0] + p[1];
}
double calls_reader(double *p) {
  p[1] = 0;
  return reader(p + 1);
}
// CHECK: function {{.*}} calls_writer{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=8-16{{$}}
__attribute__((noinline)) static void writer(double x, double *p) {
  if (x > 1)
    p[1] = x;
  *p = x;
}
int calls_writer(double x, double *p) {
  writer(x, p);
  return p[0] > p[1];
}
// The first parameter is written, but not ahead of the second one's being read.
// CHECK: function {{.*}} passes_twice{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=0-8{{$}}
__attribute__((noinline)) static int exchange(double *to, const double *from) {
  int is_large = *from > 1;
  *to = 0;
  return is_large;
}
int passes_twice(double *p) { return exchange(p, p); }
// CHECK: function {{.*}} recursive{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=8-16{{$}}
int recursive(int n, double *p) {
  *p = n;
  return n > 0 ? recursive(n - 1, p) : p[1] > 1;
}
// CHECK: function {{.*}} even{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=0-16{{$}}
// CHECK: function {{.*}} odd{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=0-16{{$}}
int odd(int n, const double *p);
int even(int n, const double *p) { return n ? odd(n - 1, p) : p[0] > 1; }
int odd(int n, const double *p) { return n ? even(n - 1, p) : p[1] > 1; }
// CHECK: function {{.*}} walks_on{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=any{{$}}
int walks_on(const double *p) { return *p > 1 ? 1 : 1 + walks_on(p + 1); }
// CHECK: function {{.*}} escapes{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
void unknown(double *p);
void escapes(double *p) { unknown(p); }
// CHECK: function {{.*}} stored{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
double *somewhere;
void stored(double *p) { somewhere = p; }
// CHECK: function {{.*}} as_integer{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
int as_integer(double *p) { return ((uintptr_t)p & 7) == 0; }
// CHECK: function {{.*}} distance{{ }}
// CHECK: parameter p: {{.*}} reads=none{{$}}
// CHECK: parameter q: {{.*}} reads=none{{$}}
int distance(const double *p, const double *q) { return p < q ? q - p : -1; }
// CHECK: function {{.*}} libm{{ }}
// CHECK: parameter e: {{.*}} reach=4 reads=none{{$}}
// CHECK: parameter q: {{.*}} reach=4 reads=none{{$}}
// CHECK: parameter whole: {{.*}} reach=4 reads=none{{$}}
double libm(double x, int *e, int *q, float *whole) {
  double sum = frexp(x, e) + remquo(x, 3, q) + modff(x, whole);
  return *e > 1 && *whole > 1 ? sum : *q;
}
// CHECK: function {{.*}} follow{{ }}
// CHECK: parameter p: {{.*}} reach=8 reads=0-8{{$}}
__attribute__((noinline)) static double *next(double *p) { return p + 1; }
double follow(double **p) { return **p; }
// CHECK: function {{.*}} of_result{{ }}
// CHECK: parameter p: {{.*}} reads=any{{$}}
double of_result(double *p) { return *next(p); }
// Text that libc writes, and what is read of it by itself or by its address.
// CHECK: function {{.*}} text{{ }}
// CHECK: parameter s: {{.*}} reads=none{{$}}
int text(char *s, double x) { return sprintf(s, "%g", x) > 3; }
// CHECK: function {{.*}} texts{{ }}
// CHECK: parameter s: {{.*}} reads=none{{$}}
// CHECK: parameter from: {{.*}} reads=any{{$}}
void texts(char *s, const char *from) {
  strcpy(s, from);
  snprintf(s, 9, "%s", from);
}
// CHECK: function {{.*}} text_onto_itself{{ }}
// CHECK: parameter s: {{.*}} reads=any{{$}}
void text_onto_itself(char *s) { sprintf(s, "%s", s + 9); }
// CHECK: function {{.*}} text_then_read{{ }}
// CHECK: parameter s: {{.*}} reads=0-1{{$}}
int text_then_read(char *s, int x) {
  sprintf(s, "%d", x);
  return s[0] == '-';
}
// CHECK: function {{.*}} text_by_result{{ }}
// CHECK: parameter s: {{.*}} reads=any{{$}}
int text_by_result(char *s, const char *from) {
  return strcpy(s, from)[8] == '-';
}
// CHECK: function {{.*}} text_added{{ }}
// CHECK: parameter s: {{.*}} reads=any{{$}}
void text_added(char *s, const char *from) { strcat(s, from); }
// CHECK: function {{.*}} line{{ }}
// CHECK: parameter s: {{.*}} reads=none{{$}}
int line(char *s, FILE *file) { return fgets(s, 80, file) == NULL; }

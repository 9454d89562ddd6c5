// Ensures that a function writes globals if it stores to anything but its own
// variables and what its parameters point to, itself or by a call.
// RUN: %cc -O0 -g -c %s -o %t.0.o
// RUN: %tables %t.0.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.2.o
// RUN: %tables %t.2.o | FileCheck %s
#include <math.h>
#include <string.h>

static int counter;
static double cell;
static int *where;
static const double kConstant = 1;

// CHECK: function {{.*}} local {{.*}} flags=none
double local(double x) {
  double a[4] = {x, x};
  int *high = 1 + (int *)&x;
  *high &= 0x7fffffff;
  double *p = a;
  *p++ = 1;
  *p = 2;
  memcpy(&a[2], &x, sizeof x);
  return a[2] + *p;
}
// CHECK: function {{.*}} through {{.*}} flags=none
void through(double *out, int n, const double *in) {
  double *p = n ? out : out + 1;
  for (int i = 0; i < n; ++i)
    *p++ = in[i];
}
// CHECK: function {{.*}} reads {{.*}} flags=reads-global
int reads(void) { return counter + *where; }
// CHECK: function {{.*}} writes {{.*}} flags=writes-global
void writes(void) { counter = 1; }
// CHECK: function {{.*}} hidden {{.*}} flags=writes-global
int hidden(void) {
  static int calls;
  return ++calls;
}
// CHECK: function {{.*}} stored {{.*}} flags=writes-global
void stored(void) { *where = 1; }
// CHECK: function {{.*}} mixed {{.*}} flags=writes-global
void mixed(int *p) {
  int *q = p;
  if (p)
    q = where;
  *q = 1;
}
// CHECK: function {{.*}} copies {{.*}} flags=writes-global
void copies(double x) { memcpy(&cell, &x, sizeof x); }
// CHECK: function {{.*}} caller {{.*}} flags=writes-global
void caller(void) { hidden(); }
// CHECK: function {{.*}} caller2 {{.*}} flags=writes-global
void caller2(void) { caller(); }
// CHECK: function {{.*}} passes_own {{.*}} flags=none
double passes_own(double x) {
  double whole;
  through(&whole, 1, &kConstant);
  return modf(x, &whole) + whole;
}
// CHECK: function {{.*}} passes_global {{.*}} flags=writes-global
void passes_global(double x) { through(&cell, 1, &x); }
// CHECK: function {{.*}} libm_global {{.*}} flags=writes-global
double libm_global(double x) { return modf(x, &cell); }
// CHECK: function {{.*}} mutual1 {{.*}} flags=writes-global
// CHECK: function {{.*}} mutual2 {{.*}} flags=writes-global
void mutual2(int n);
void mutual1(int n) {
  if (n)
    mutual2(n - 1);
}
void mutual2(int n) {
  counter = n;
  mutual1(n);
}

// Ensures that a function reads globals if it, or what it calls, may load what
// somebody else has stored: not constants, nor what only the initial value is
// ever loaded of.
// RUN: %cc -O0 -g -c %s -o %t.0.o
// RUN: %tables %t.0.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.2.o
// RUN: %tables %t.2.o | FileCheck %s
#include <string.h>

static const double kTable[3] = {1, 2, 3};
static double untouched[3] = {1, 2, 3};
static int mode;
static volatile int port;
int shared;
extern const double kElsewhere;
extern double elsewhere;
static double *chosen = untouched + 1;

// CHECK: function {{.*}} set {{.*}} flags=writes-global
void set(int value) { mode = value; }
// CHECK: function {{.*}} constants {{.*}} flags=none
double constants(int i) { return kTable[i & 1] + kElsewhere; }
// CHECK: function {{.*}} locals {{.*}} flags=none
double locals(double x, const double *p) {
  double copy[3] = {1, 2, 3};
  volatile double y = x;
  return copy[x > 1] + y + *p;
}
// CHECK: function {{.*}} copies {{.*}} flags=none
double copies(int i) {
  double copy[3];
  memcpy(copy, kTable, sizeof copy);
  return copy[i & 1];
}
// CHECK: function {{.*}} chooses {{.*}} flags=none
double chooses(double x) {
  const double *p;
  if (x > 2)
    p = kTable;
  else
    p = &kTable[1];
  ++p;
  return *p;
}
// CHECK: function {{.*}} chooses_own {{.*}} flags=none
double chooses_own(double x) {
  const double *p = x > 2 ? kTable : &x;
  return *p;
}
// CHECK: function {{.*}} chooses_shared {{.*}} flags=reads-global
double chooses_shared(double x) {
  const double *p = kTable;
  if (x > 2)
    p = &elsewhere;
  return *p;
}
// CHECK: function {{.*}} is_set {{.*}} flags=reads-global
int is_set(void) { return mode; }
// CHECK: function {{.*}} exported {{.*}} flags=reads-global
int exported(void) { return shared; }
// CHECK: function {{.*}} foreign {{.*}} flags=reads-global
double foreign(void) { return elsewhere; }
// CHECK: function {{.*}} device {{.*}} flags=reads-global
int device(void) { return port; }
// CHECK: function {{.*}} indirect {{.*}} flags=reads-global
double indirect(void) { return *chosen; }
// CHECK: function {{.*}} deref {{.*}} flags=none
__attribute__((noinline)) double deref(const double *p) { return *p; }
// CHECK: function {{.*}} passes {{.*}} flags=writes-global,reads-global
double passes(void) { return deref(&elsewhere); }
// CHECK: function {{.*}} passes_constant {{.*}} flags=none
double passes_constant(void) { return deref(kTable); }
// CHECK: function {{.*}} caller {{.*}} flags=reads-global
int caller(void) { return is_set(); }
// CHECK: function {{.*}} copies_shared {{.*}} flags=reads-global
int copies_shared(void) {
  int copy;
  memcpy(&copy, &shared, sizeof copy);
  return copy;
}

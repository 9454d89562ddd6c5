// Ensures that the tables tell how far the accesses at constant offsets reach
// in what a parameter points to.
// RUN: %cc -O0 -g -c %s -o %t.0.o
// RUN: %tables %t.0.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.2.o
// RUN: %tables %t.2.o | FileCheck %s
#include <string.h>

// CHECK: function {{.*}} reduce{{ }}
// CHECK: parameter y: {{.*}} reach=16 reads=none{{$}}
static double sum(const double *y, int n) {
  return n > 1 ? y[0] + y[1] : y[0];
}
int reduce(double x, double *y) {
  if (x < 1) {
    y[0] = x;
    y[1] = 0;
    return 0;
  }
  y[0] = x - 1;
  y[1] = (x - y[0]) - 1;
  return sum(y, 2) > 1;
}
// CHECK: function {{.*}} calls{{ }}
// CHECK: parameter y: {{.*}} reach=40 reads=none{{$}}
int calls(double x, double *y) { return reduce(x, y + 3); }
// CHECK: function {{.*}} varies{{ }}
// CHECK: parameter p: {{.*}} reach=16 reads=any{{$}}
double varies(const double *p, int i) { return p[1] + p[i]; }
// CHECK: function {{.*}} rows{{ }}
// CHECK: parameter p: {{.*}} reach=48 reads=24-48{{$}}
double rows(double (*p)[3], int i) { return p[1][i]; }
// Before it is no part of it.
// CHECK: function {{.*}} before{{ }}
// CHECK: parameter p: {{.*}} reach=4 reads=any{{$}}
int before(const int *p) { return p[-1] + p[0]; }
// What is too far away does not count.
// CHECK: function {{.*}} far{{ }}
// CHECK: parameter p: {{.*}} reach=65536 reads=0-1,65535-65536{{$}}
int far(char *p) {
  p[65536] = 0;
  return p[0] + p[65535];
}
// CHECK: function {{.*}} far_read{{ }}
// CHECK: parameter p: {{.*}} reach=1 reads=any{{$}}
int far_read(char *p) { return p[0] + p[65536]; }
// CHECK: function {{.*}} extended{{ }}
// CHECK: parameter p: {{.*}} reach=26 reads=16-26{{$}}
long double extended(long double *p) { return p[1]; }
// CHECK: function {{.*}} copies{{ }}
// CHECK: parameter to: {{.*}} reach=12 reads=none{{$}}
// CHECK: parameter from: {{.*}} reach=10 reads=2-10{{$}}
void copies(char *to, const char *from) { memcpy(to + 4, from + 2, 8); }
// CHECK: function {{.*}} copies_some{{ }}
// CHECK: parameter to: {{[^=]*}} reads=none{{$}}
// CHECK: parameter from: {{[^=]*}} reads=any{{$}}
void copies_some(char *to, const char *from, unsigned long n) {
  memcpy(to, from, n);
}

// A call that goes outside of a variable has another result in each build. That
// says nothing of other tests, and witnesses that keep to the variable are
// looked for.
//
// RUN: %exits 0 %coverme %s --entry scaled
// RUN: %exits 0 %coverme %s --entry ordered | FileCheck %s
// RUN: %exits 0 %coverme %s --entry copied

static const double scale[4] = {1.5, 2.5, 3.5, 4.5};
static const int order[3] = {1, 2, 3};
static const struct Point {
  double x, y, z;
} points[2] = {{1, 2, 3}, {4, 5, 6}};

double scaled(int q, double x) {
  double s = scale[q];
  double r = x > 0 && s > 2 ? s : 1;
  if (x < -5 || s > 4)
    r = s * 2;
  return x < s ? r : -r;
}

// CHECK: ordered: 8 of 8 branches covered
// CHECK: {{^}}tests{{$}}
// CHECK-NEXT: 1 i = {{[0-2]}},
// CHECK-NEXT: 2 i = {{[0-2]}},
// CHECK-NEXT: 3 i = {{[0-2]}},
// CHECK-NEXT: 4 i = {{[0-2]}},
// CHECK-NOT: i =
int ordered(unsigned i, int x) {
  int n = order[i];
  if (n == 3)
    return 5;
  return n == 2 || x > 4 ? 1 : 2;
}

double copied(unsigned i, double x) {
  struct Point p = points[i];
  return x > 0 && p.x > 2 ? p.y : p.z > 4 || x < -7 ? 1 : 2;
}

// Static functions in a namespace without a name have other symbols for gcc
// than for clang.
// RUN: %exits 0 %coverme %s --all -q | FileCheck %s
// CHECK: cxx-unnamed.cpp: 7 functions run (1 without branches); 12 of 12 branches covered
namespace {
static double one(double x) {
  if (x > 3)
    return 1;
  return 2;
}
static int one(int x) {
  if (x > 3)
    return 1;
  return 2;
}
template <class T> static T same(T x) {
  if (x > 3)
    return 1;
  return 0;
}
} // namespace
namespace outer {
namespace {
static int inner(int x) {
  if (x > 2)
    return 1;
  return 0;
}
int plain(int x) {
  if (x > 2)
    return 1;
  return 0;
}
struct Some {
  static int member(int x) {
    if (x > 3)
      return 1;
    return 0;
  }
};
} // namespace
} // namespace outer

double use(double x) {
  return one(x) + one(2) + same(3) + outer::inner(3) + outer::plain(3) +
         outer::Some::member(3);
}

// Variables made up for C++, which has names for them that the symbols are not;
// of the constants of a class, too. Those of a thread are not made up.
//
// RUN: %exits 0 %coverme %s --entry compares --stub-undefined -- -DALONE | FileCheck %s
// CHECK: compares: 10 of 10 branches covered
//
// RUN: rm -rf %t && %exits 0 %coverme %s --entry compares --stub-undefined --emit c=%t -- -DALONE > /dev/null
// RUN: cd %t && g++ -w -DALONE *_test.cpp -o run && ./run
//
// RUN: %refuses 3 "coverme: error: .* does not link: nobody defines 'depth'; .*" %coverme %s --entry local --stub-undefined -- -DALONE -DTHREADS
namespace lib {
extern double limit;
extern int flags[2];
double helper(double x);
struct Scale {
  static double factor;
  static const int table[3];
};
} // namespace lib
extern double plain;
#ifndef ALONE
double lib::limit, lib::Scale::factor, plain;
int lib::flags[2];
double lib::helper(double x) { return x; }
const int lib::Scale::table[3] = {1, 2, 3};
#endif

int compares(double x) {
  if (x > lib::limit)
    return 1;
  if (lib::flags[1] == 7)
    return 2;
  if (x > lib::Scale::factor)
    return 3;
  if (lib::Scale::table[1] == 3)
    return 4;
  if (lib::helper(x) > plain)
    return 5;
  return 0;
}

#ifdef THREADS
extern thread_local int depth;
int local(double x) {
  if (x > depth)
    return 1;
  return 0;
}
#endif

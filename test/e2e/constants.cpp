// What is const is no input, also where code computes it when the program
// begins: an inline variable of C++, or one that the caller's file could have
// given another value if it were not const.
// RUN: %exits 1 %coverme %s --all -- -std=c++17 > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 4 of 8 branches covered, 0 proved infeasible, 4 deemed infeasible, 0 open; 0 findings
#include <cmath>
#include <cstdlib>

static int plus(int x) { return x + 2; }

inline const int five = plus(3);
int above(int x) {
  if (five == 77)
    return 1;
  return x > five;
}

struct Limits {
  static inline const double most = std::log(2.0) * std::atoi("3");
};
int limited(double x) {
  if (Limits::most == 0)
    return 1;
  return x > Limits::most;
}

inline const int table[2] = {plus(1), plus(2)};
int listed(unsigned i) {
  if (table[i % 2] == 77)
    return 1;
  return table[i % 2] == 4;
}

extern const int computed;
const int computed = std::atoi("0");
int read(int x) {
  if (computed == 77)
    return 1;
  return x > computed;
}

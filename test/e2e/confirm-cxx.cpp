// gcc has decisions in C++ that clang has not: whether the whole of a && or ||
// is true, where an operand calls what may throw, and what cleans up. They stand
// on other lines of the statement, too. What each test takes is seen all the
// same, also of calls that end in an exception.
// RUN: %exits 0 %coverme %s --all --own --match 'checks|letters|cleans|folds|counts' --json %t.json | FileCheck %s
// CHECK: 5 functions run; 40 of 40 branches covered, 2 of them only by tests that do not return, 0 proved infeasible, 0 deemed infeasible, 0 open
//
// Where gcc takes the other way, it is not covered, whatever else gcc has there.
// RUN: %exits 1 %coverme %s --entry opposite --json %t.json | FileCheck %s --check-prefix OPPOSITE
// OPPOSITE: :[[@LINE+59]]:7 true open
// OPPOSITE-NEXT: seen under clang only: compiled by gcc
#include <cmath>
#include <cctype>
#include <stdexcept>
#include <string>

double checks(double a, double b) {
  if (!(std::isfinite(a) && a > 0))
    throw std::runtime_error("a");
  return b > 1 ? 1 : 2;
}

int letters(const std::string &s, int n) {
  if (n >= 3 &&
      std::toupper(s[0]) == 'I' &&
      std::toupper(s[1]) == 'N')
    return 1;
  return 0;
}

int cleans(const std::string &s, int n) {
  if (n == 9 && (s + "a" == "va" || s + "b" == "invb"))
    return 2;
  return 3;
}

// gcc computes the absolute values without a decision.
int folds(int a, int b) {
  int row = a >= 0 ? a : -a,
      column = b < 4 ? b : -b + 7;
  if (!((row == 70 && column >= 2) ||
        (row == 71 && column <= 2) ||
        (row == 79 && column >= 1)))
    return 1;
  return 0;
}

struct Point {
  long x, y;
  friend bool operator==(const Point &a, const Point &b) {
    return a.x == b.x && a.y == b.y;
  }
};

int counts(const Point &a, const Point &b, const Point &c) {
  int n = 0;
  while (n < 3 && (a == b || b == c)) ++n;
  return n;
}

#ifdef __clang__
#define IS_CLANG 1
#else
#define IS_CLANG 0
#endif

int opposite(const std::string &s, int x) {
  volatile int clang = IS_CLANG;
  if (clang)
    return x;
  return s[0] == 'a' ? 1 : 2;
}

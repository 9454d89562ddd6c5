// Functions whose names clang 19 mangles otherwise than gcc 12: those of
// constrained templates, and of parameters with `auto`.
// RUN: %exits 0 %coverme %s --all -- -std=c++20 | FileCheck %s
// CHECK: 9 functions run (3 without branches); 12 of 12 branches covered
#include <type_traits>

template <class T, std::enable_if_t<(sizeof(T) > 2), int> = 0> int enabled(T x) {
  if (x > 3)
    return 1;
  return 0;
}
int callEnabled(int x) { return enabled(x); }

template <auto N> int deduced(int x) {
  if (x > N)
    return 1;
  return 0;
}
int callDeduced(int x) { return deduced<3>(x) + deduced<4L>(x); }

template <class T>
concept Number = std::is_arithmetic_v<T>;

template <Number T> T larger(T a, T b) {
  if (a > b)
    return a;
  return b;
}
int callLarger(int x) {
  if (larger(x, 3) == 3)
    return 1;
  return 0;
}

int required(Number auto x) {
  if (x > 3)
    return 1;
  return 0;
}
int callRequired(int x) { return required(x); }

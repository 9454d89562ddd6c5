// Functions whose names clang 19 mangles otherwise than gcc 12: those of
// constrained templates, of parameters with `auto`, and of static templates.
// RUN: %exits 0 %coverme %s --all -- -std=c++20 | FileCheck %s
// CHECK: 13 functions run (5 without branches); 16 of 16 branches covered
// RUN: %exits 0 %coverme %s --entry callLocal --callees -q -- -std=c++20
// RUN: %exits 0 %coverme %s --entry callLocal --callees -q --gcov-cc clang-19 -- -std=c++20
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

template <class T> static T local(T x) {
  if (x > 3)
    return 1;
  return 0;
}
int callLocal(int x) { return local(x); }

namespace named {
template <class T> static T inner(T x) {
  if (x > 3)
    return 1;
  return 0;
}
} // namespace named
int callInner(int x) { return named::inner(x); }

// What a class is like differs between the compilers and their libraries.
// RUN: %truth --build 'g++ -O0' %s -- -DTRAIT
// RUN: %truth --build 'g++ -O0' %s -- -std=c++14 -DPARAMETER
// RUN: %truth --build 'g++ -O0' %s -- -std=c++20 -DPLACE
// RUN: %truth --build 'g++ -O0' %s -- -std=c++20 -DCONCEPT
// RUN: %truth --build 'g++ -O0' %s -- -DCOMPLEX
// RUN: %truth --build 'g++ -O0' %s -- -DIMAGINARY
#include <cassert>
#include <memory>
#include <type_traits>
#include <vector>
#if __cplusplus > 201703L
#include <concepts>
#endif

int f(unsigned char x);

#ifndef CALLER
#if defined TRAIT
struct Node {
  std::unique_ptr<int> next;
};
constexpr bool asked = std::is_standard_layout<Node>::value;
#elif defined COMPLEX
constexpr bool asked = !std::is_convertible<_Complex double, int>::value;
#elif defined IMAGINARY
constexpr bool asked = !std::is_convertible<decltype(1.0i), int>::value;
#elif defined PARAMETER
template <class T> struct IsSimple {
  static constexpr bool value = false;
};
template <template <class> class C, class T> struct IsSimple<C<T>> {
  static constexpr bool value = true;
};
constexpr bool asked = !IsSimple<std::vector<int>>::value;
#elif defined PLACE
struct Base {
  [[no_unique_address]] int value;
  char flag : 5;
};
struct Derived : Base {
  char next;
};
constexpr bool asked = sizeof(Derived) == 8;
#elif defined CONCEPT
struct Base {
protected:
  Base() = default;
};
struct Derived : Base {
  int x;
};
constexpr bool asked = std::default_initializable<Derived>;
#endif
int f(unsigned char x) {
  if (x > (asked ? 9 : 255)) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(f(10));
  return 0;
}
#endif

// Sizes of lambdas, packed classes that C does not have, types of conditional
// bit-fields, and what is evaluated at compile time.
// RUN: %truth --build 'g++ -O0 -std=c++20' %s -- -std=c++20
// RUN: %truth --build 'g++ -O0 -std=c++20' %s -- -std=c++20 -DPACKED
// RUN: %truth --build 'g++ -O0 -std=c++20' %s -- -std=c++20 -DEVALUATED
#include <cassert>
#include <type_traits>

int of_lambda(int x);
int of_field(int x);
int of_choice(int x);
int of_file(int x);

#ifndef CALLER
static int number;

int of_lambda(int x) {
  number = 1;
  int &a = number;
  auto get = [&] { return a; };
  if (sizeof get + (x & 3) > 4) // TAKEN: true
    return get();
  return 0;
}

struct Bits {
  unsigned b : 3;
};

int of_field(int x) {
  Bits s{};
  (void)s;
  if (std::is_same_v<decltype(true ? s.b : 0), int> + (x & 255) < 1) // TAKEN: true
    return 1;
  return 0;
}

int of_choice(int x) {
  Bits s{};
  s.b = x;
  const long chosen = (x < 3 ? s.b : 0) - 1;
  if (chosen > 6) // TAKEN: true
    return 1;
  return 0;
}

#ifdef PACKED
struct Base {
  int a;
  char b;
};
struct Poly {
  virtual ~Poly() {}
  char c;
};
struct __attribute__((packed)) Packed : virtual Base {
  unsigned first : 25;
  Poly all[2];
  unsigned char last;
  ~Packed() {}
};
static const int kind = sizeof(Packed) > 62 ? 300 : 1;
#elif defined EVALUATED
struct Early {
  int v;
  constexpr Early(int) : v(std::is_constant_evaluated() ? 1 : 300) {}
};
#endif

int of_file(int x) {
#ifdef EVALUATED
  static const Early early(3);
  const int kind = early.v;
#elif !defined PACKED
  const int kind = 300;
#endif
  if (kind + (x & 255) > 256) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(of_lambda(3));
  assert(of_field(0));
  assert(of_choice(0));
  assert(of_file(255));
  return 0;
}
#endif

// Without anything for `...`, gcc keeps the comma of `, ##__VA_ARGS__` in a
// standard's own mode.
// RUN: %truth --build 'g++ -O0' %s -- -std=c++17
#include <cassert>

int f(unsigned char x);

#ifndef CALLER
#define FIFTH(a, b, c, d, number, ...) number
#define COUNT(...) FIFTH(0, ##__VA_ARGS__, 3, 2, 1, 0)
int f(unsigned char x) {
  if (x + COUNT() > 255) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(f(255));
  return 0;
}
#endif

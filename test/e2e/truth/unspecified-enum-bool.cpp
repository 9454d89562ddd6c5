// What is converted to an enum of bool is not zero for clang, and odd for gcc.
// RUN: %truth --build 'g++ -O0' --build 'g++ -O2' %s
#include <cassert>

int f(int k);

#ifndef CALLER
enum class Flag : bool { off, on };
int f(int k) {
  Flag flag = static_cast<Flag>(k | 2);
  if (flag == Flag::off) // TAKEN: true
    return 1;
  return 0;
}
#else
int main() {
  assert(f(0));
  return 0;
}
#endif

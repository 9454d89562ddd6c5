// What the system's headers say behind their own definitions.
// RUN: %truth --build 'g++ -O0' %s
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <string>

int f(unsigned char x);

#ifndef CALLER
int f(unsigned char x) {
  if (x > 255) // PROVED: true
    return 1;
  return 0;
}
#else
int main() {
  assert(!f(255));
  return 0;
}
#endif

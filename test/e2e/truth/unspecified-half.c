// An integer that is compared with a _Float16, or chosen beside one, is rounded
// to it by clang; gcc takes it for a float.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
#include <assert.h>

int of_input(short x);
int of_order(unsigned short x);
int of_constant(short x);
int of_memory(short x);
int of_choice(short x);

#ifndef CALLER
int of_input(short x) {
  _Float16 h = x;
  if (h != x) // TAKEN: true
    return 1;
  return 0;
}

int of_order(unsigned short x) {
  _Float16 h = x;
  if (h < x) // TAKEN: true
    return 1;
  return 0;
}

int of_constant(short x) {
  _Float16 h = x;
  if (h == 2048) {
    if (h != 2049) // TAKEN: true
      return 1;
  }
  return 0;
}

static _Float16 kept;

int of_memory(short x) {
  kept = 2048;
  if (kept != 2049 + (x & 0)) // TAKEN: true
    return 1;
  return 0;
}

int of_choice(short x) {
  _Float16 h = 1;
  const float chosen = x > 3 ? 2049 : h;
  if (chosen == 2049) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(of_input(2049) == 1);
  assert(of_order(2049) == 1);
  assert(of_constant(2048) == 1);
  assert(of_memory(0) == 1);
  assert(of_choice(4) == 1);
  return 0;
}
#endif

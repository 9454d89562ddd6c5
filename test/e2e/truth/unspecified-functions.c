// What clang passes over in the attributes of a function, gcc compiles that
// function by; what calls it sees the same. Others are as they were.
// RUN: %truth --build 'gcc -O0' %s -- -DAHEAD
// RUN: %truth --build 'gcc -O0' %s -- -DBEHIND
// RUN: %truth --build 'gcc -O0' %s -- -DBETWEEN
#include <assert.h>

#define BY_387 __attribute__((target("fpmath=387")))

int other(int x);
#ifdef BEHIND
int differs(float x) BY_387;
struct between {
  int x;
};
#endif
int calls(float x);

#ifndef CALLER
int other(int x) {
  if (x * 0 == 1) // PROVED: true
    return 1;
  return 0;
}

#ifdef AHEAD
BY_387
#endif
int
#ifdef BETWEEN
    BY_387
#endif
    differs(float x) {
  float square = x * x;
  if (square != x * x) // TAKEN: true
    return 1;
  return 0;
}

int calls(float x) {
  if (differs(x) == 1) // TAKEN: true
    return 1;
  return 0;
}
#else
int differs(float x);

int main(void) {
  assert(differs(1.1f));
  assert(calls(1.1f));
  return other(3);
}
#endif

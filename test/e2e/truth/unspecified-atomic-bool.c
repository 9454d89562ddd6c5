// clang leaves an atomic bool at the number that was calculated with it, and
// makes a truth value of what a byte held.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <stdatomic.h>

int add(int by);
int mask(int status);
int byte(unsigned char old);

#ifndef CALLER
int add(int by) {
  atomic_bool fault = 0;
  const int now = (fault += 2 * (by != 0));
  if (now == 1) // TAKEN: true
    return 1;
  return 0;
}

int mask(int status) {
  static atomic_bool any;
  any = 0;
  any |= status & 12;
  if (any) // TAKEN: true
    return 1;
  return 0;
}

int byte(unsigned char old) {
  const int was = __atomic_test_and_set(&old, __ATOMIC_SEQ_CST);
  if (was > 1) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(add(1));
  assert(mask(4));
  assert(byte(3));
  return 0;
}
#endif

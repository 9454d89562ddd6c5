// Where a pragma of clang's has it calculate, gcc calculates as ever.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int sum(unsigned char x);

#ifndef CALLER
int sum(unsigned char x) {
#pragma clang fp eval_method(double)
  float big = 16777216.0F + 2 * (x & 1);
  if (big + 1.0F - big == 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(sum(0));
  return 0;
}
#endif

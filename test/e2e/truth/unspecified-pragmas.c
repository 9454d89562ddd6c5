// Where a pragma of clang's has it calculate, gcc calculates as ever; where the
// standard is newer than gcc, it is another language.
// RUN: %truth --build 'gcc -O0' %s
// RUN: %truth --build 'gcc -O0' %s -- -DINFERRED -std=gnu2x
#include <assert.h>

int sum(unsigned char x);

#ifndef CALLER
int sum(unsigned char x) {
#ifdef INFERRED
  const float wanted = 1;
  auto big = 1.5 + x;
#else
#pragma clang fp eval_method(double)
  const float wanted = 0;
  float big = 16777216.0F + 2 * (x & 1);
#endif
  if (big + 1.0F - (int)big == wanted) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(sum(0));
  return 0;
}
#endif

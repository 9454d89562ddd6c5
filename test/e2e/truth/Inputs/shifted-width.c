// For unspecified-shifts.c.
#include <assert.h>

int member(unsigned char i);

#ifndef CALLER
int member(unsigned char i) {
  struct {
    int a, b : (1 << 35) == 0 ? 4 : 8;
  } s = {1, i & 15};
  if (s.b < 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(member(9));
  return 0;
}
#endif

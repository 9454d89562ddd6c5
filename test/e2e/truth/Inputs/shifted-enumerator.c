// For unspecified-shifts.c.
#include <assert.h>

int named(unsigned char i);

#ifndef CALLER
enum { Bit = 1 << 35 };

int named(unsigned char i) {
  if (i + Bit == 7) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(named(7));
  return 0;
}
#endif

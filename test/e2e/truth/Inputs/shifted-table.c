// For unspecified-shifts.c.
#include <assert.h>

int element(unsigned char i);

#ifndef CALLER
static const int table[2] = {1 << 33, 2};

int element(unsigned char i) {
  if (table[i & 1] == 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(element(0));
  return 0;
}
#endif

// Pragmas that gcc passes over, and by which clang lays out structs otherwise.
// RUN: %truth --build 'gcc -O0' %s -- -DMS_STRUCT
// RUN: %truth --build 'gcc -O0' %s -- -DALIGN
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#ifdef MS_STRUCT
#pragma ms_struct on
#elif defined ALIGN
#pragma options align = packed
#endif
struct Fields {
  char first : 4;
  int rest : 4;
  char last;
  long next;
};

int f(unsigned char x) {
  if (x > 9 + ((sizeof(struct Fields) ^ 16) << 8)) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif

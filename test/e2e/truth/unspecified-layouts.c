// Pragmas that gcc passes over, and by which clang lays out structs otherwise.
// RUN: %truth --build 'gcc -O0' %s -- -DMS_STRUCT
// RUN: %truth --build 'gcc -O0' %s -- -DALIGN
// Flags that both know, each in its own way.
// RUN: %truth --build 'gcc -O0 -mms-bitfields' %s -- -mms-bitfields -DFLAG
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#ifdef MS_STRUCT
#pragma ms_struct on
#elif defined ALIGN
#pragma options align = packed
#endif
#ifdef FLAG
struct __attribute__((packed)) Inner {
  char a;
  int b : 7;
  short c;
};
struct __attribute__((aligned(8))) Outer {
  short first;
  unsigned char second : 6 __attribute__((packed));
  struct Inner third __attribute__((aligned(8)));
  short fourth : 12 __attribute__((packed));
  unsigned fifth : 29 __attribute__((packed));
};
#define SAME (sizeof(struct Outer) != 24)
#else
#define SAME (sizeof(struct Fields) != 16)
#endif
struct Fields {
  char first : 4;
  int rest : 4;
  char last;
  long next;
};

int f(unsigned char x) {
  if (x > 9 + 256 * SAME) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif

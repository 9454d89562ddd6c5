// What clang passes over, gcc makes another program of.
// RUN: %truth --build 'gcc -O0' %s -- -DATTRIBUTE
// RUN: %truth --build 'gcc -O0' %s -- -DBRACKETS
// RUN: %truth --build 'gcc -O0' %s -- -DPRAGMA
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#ifdef PRAGMA
#pragma scalar_storage_order big-endian
#endif
struct
#ifdef ATTRIBUTE
    __attribute__((__scalar_storage_order__("big-endian")))
#elif defined BRACKETS
    [[gnu::scalar_storage_order("big-endian")]]
#endif
    Number {
  int value;
};
#ifdef PRAGMA
#pragma scalar_storage_order default
#endif
union View {
  struct Number number;
  unsigned char bytes[4];
};

int f(unsigned char x) {
  union View view;
  view.number.value = x;
  if (view.bytes[3] != 0) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif

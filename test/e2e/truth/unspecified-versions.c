// Conditions that hold for some versions of gcc, and not for clang's, which says
// that it is 4.2.1, or the other way round.
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ > 4'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=!(__GNUC__ == 4 && 1)'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ * 100 + __GNUC_MINOR__ > 402'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=(__GNUC__ >= 7 || NOTHING)'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ >= 4 ? !defined(__clang__) : 0'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ >= 4 && !defined __clang__'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=~__GNUC__ < -5'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=VERSION_IS(__GNUC__)' '-DVERSION_IS(x)=(x>5)'
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#if ASKED
#define MOST 9
#else
#define MOST 255
#endif
int f(unsigned char x) {
  if (x > MOST) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif
